/// Text on its way into a page: nothing that a person wrote can become markup or script.
enum HTML {
    /// For text and for attributes in double quotes.
    static func escaped(_ text: String) -> String {
        var escaped = ""
        for character in Text.safe(text) {
            switch character {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\"": escaped += "&quot;"
            case "'": escaped += "&#39;"
            default: escaped.append(character)
            }
        }
        return escaped
    }

    static func table(_ titles: [String], _ rows: [[String]]) -> String {
        let head = titles.map { "<th scope=\"col\">\(escaped($0))</th>" }.joined()
        let body = rows.map { row in
            "<tr>" + row.map { "<td>\(escaped($0))</td>" }.joined() + "</tr>"
        }
        return "<table><thead><tr>\(head)</tr></thead><tbody>\(body.joined(separator: "\n"))"
            + "</tbody></table>\n"
    }

    /// A figure of the summary: its name and its value.
    static func facts(_ facts: [(String, String)]) -> String {
        let items = facts.filter { !$0.1.isEmpty }.map {
            "<div><dt>\(escaped($0.0))</dt><dd>\(escaped($0.1))</dd></div>"
        }
        return "<dl>\(items.joined())</dl>\n"
    }

    /// A whole page that loads nothing from anywhere.
    static func page(title: String, body: String, script: String = "") -> String {
        """
        <!DOCTYPE html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <meta http-equiv="Content-Security-Policy" content="default-src 'none'; \
        style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:">
        <link rel="icon" href="data:,">
        <title>\(escaped(title))</title>
        <style>
        \(PageStyle.sheet)</style>
        </head>
        <body>
        <main>
        \(body)</main>
        \(script.isEmpty ? "" : "<script>\n\(script)</script>\n")</body>
        </html>

        """
    }
}
