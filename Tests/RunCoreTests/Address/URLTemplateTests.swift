import RunCore
import Testing

@Suite("URLTemplate")
struct URLTemplateTests {
    private func expand(_ template: String, _ value: String) throws -> String {
        try URLTemplate(template).expanded(with: ["user": value, "id": "7"])
    }

    @Test("a value is encoded once, whatever it holds and wherever it stands")
    func encoding() throws {
        let table = [
            ("a+b", "a%2Bb"), ("a@b.c", "a%40b.c"), ("a/b", "a%2Fb"), ("a;b=c", "a%3Bb%3Dc"),
            ("a&b", "a%26b"), ("a b", "a%20b"), ("50%", "50%25"), ("a%20b", "a%2520b"),
            ("a?b#c", "a%3Fb%23c"), ("[x]", "%5Bx%5D"), ("Zoë", "Zo%C3%AB"), ("😀", "%F0%9F%98%80"),
            ("A-z0._~", "A-z0._~"), ("{id}", "%7Bid%7D"), ("\u{0}\n", "%00%0A"), ("...", "..."),
        ]
        for (value, encoded) in table {
            #expect(
                try expand("https://h/{user}/runs/{id}", value) == "https://h/\(encoded)/runs/7")
            #expect(
                try expand("http://h:80/a?u={user}&i={id}", value)
                    == "http://h:80/a?u=\(encoded)&i=7")
            #expect(try expand("https://h/a#{user}", value) == "https://h/a#\(encoded)")
        }
    }

    @Test("no value can be an empty part of the path, nor . nor ..")
    func dots() throws {
        for value in ["", ".", ".."] {
            #expect(throws: URLTemplateError.self) { try expand("https://h/{user}/{id}", value) }
            #expect(throws: URLTemplateError.self) { try expand("https://h/a/{user}", value) }
        }
        #expect(throws: URLTemplateError.self) { try expand("https://h/{user}{user}/", ".") }
        #expect(throws: URLTemplateError.self) { try expand("https://h/%2e{user}/", ".") }
        #expect(try expand("https://h/x{user}/", "..") == "https://h/x../")
        #expect(try expand("https://h/a?u={user}", "..") == "https://h/a?u=..")
        #expect(try expand("https://h//a/{user}", "b") == "https://h//a/b")
    }

    @Test("literals stay byte for byte")
    func literals() throws {
        let text = "https://[::1]:8443/%5Bx%5D/a+b;c=1/?q=a%2Fb&r=+#f!$'()*,:@"
        #expect(try URLTemplate(text).expanded(with: [:]) == text)
    }

    @Test(
        "a template that can be no URL is refused with the reason",
        arguments: [
            ("", "expected https://"), ("ftp://h/", "expected https://"),
            ("https://", "name of a host"),
            ("https:///a", "name of a host"), ("https://u:p@h/", "user or password"),
            ("https://{user}.h/", "in the name of the host"), ("https://h/{user", "{ without }"),
            ("https://h/{}", "a name between"), ("https://h/{a b}", "a name between"),
            ("https://h/a b", "written with %"), ("https://h/ü", "beyond ASCII"),
            ("https://h/%zz", "hexadecimal"), ("https://h/%2", "hexadecimal"),
            ("https://h/}", "written with %"),
        ])
    func refused(template: String, reason: String) {
        #expect { try URLTemplate(template) } throws: { error in
            (error as? URLTemplateError)?.reason.contains(reason) == true
        }
    }

    @Test("an unknown placeholder is told together with those that there are")
    func unknown() throws {
        let template = try URLTemplate("https://h/{usr}")
        #expect(template.placeholders == ["usr"])
        #expect {
            try template.expanded(with: ["user": "a", "id": "1"])
        } throws: { error in
            (error as? URLTemplateError)?.reason == "{usr} is not known here; there are {id} {user}"
        }
    }
}
