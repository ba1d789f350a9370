/// The looks of a report: light and dark, on a phone and on paper.
enum PageStyle {
    static let sheet = """
        :root { --back: #fff; --text: #1a1a1a; --soft: #5c5c5c; --line: #d5d5d5;
          --gps: #0b63c5; --steps: #b34700; --none: #767676; --heart: #b3123d; --height: #2f7d32; }
        @media (prefers-color-scheme: dark) {
          :root { --back: #14171a; --text: #eceff1; --soft: #a9b0b6; --line: #3a4147;
            --gps: #6fb3ff; --steps: #ffab70; --none: #9aa0a6; --heart: #ff8ba7; --height: #8bd18e; } }
        * { box-sizing: border-box; }
        body { margin: 0; background: var(--back); color: var(--text);
          font: 16px/1.5 system-ui, sans-serif; }
        main { max-width: 60rem; margin: 0 auto; padding: 1rem; }
        h1 { font-size: 1.5rem; margin: .5rem 0 0; } h2 { font-size: 1.15rem; margin: 2rem 0 .5rem; }
        p { margin: .25rem 0; } .soft { color: var(--soft); }
        dl { display: flex; flex-wrap: wrap; gap: .5rem 2rem; margin: 1rem 0; }
        dt { color: var(--soft); font-size: .85rem; } dd { margin: 0; font-size: 1.25rem; }
        svg { width: 100%; height: auto; display: block; }
        .track { max-height: 32rem; border: 1px solid var(--line); border-radius: .5rem; }
        .gps { stroke: var(--gps); } .steps { stroke: var(--steps); stroke-dasharray: 6 5; }
        .none { stroke: var(--none); stroke-dasharray: 2 6; }
        .path { fill: none; stroke-width: 3; stroke-linejoin: round; stroke-linecap: round; }
        .pace { stroke: var(--gps); } .heart { stroke: var(--heart); } .height { stroke: var(--height); }
        .cadence { stroke: var(--steps); }
        .chart .path { stroke-width: 1.8; } .grid { stroke: var(--line); stroke-width: 1; }
        text { fill: var(--text); font: 12px system-ui, sans-serif; }
        .scale { stroke: var(--soft); stroke-width: 2; }
        .cursor { stroke: var(--text); stroke-width: 1; visibility: hidden; }
        .dot { fill: var(--text); stroke: var(--back); stroke-width: 2; visibility: hidden; }
        .mark { fill: var(--back); stroke: var(--text); stroke-width: 1.5; }
        .begin { fill: var(--height); } .end { fill: var(--heart); } .arrow { fill: var(--text); }
        .legend span { margin-right: 1.5rem; white-space: nowrap; }
        .legend svg { display: inline; width: 2rem; height: .7rem; }
        .scroll { overflow-x: auto; }
        table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
        th, td { text-align: right; padding: .25rem .75rem; border-bottom: 1px solid var(--line); }
        th:first-child, td:first-child { text-align: left; padding-left: 0; }
        th { color: var(--soft); font-weight: 600; font-size: .85rem; }
        input[type=range] { width: 100%; margin: .25rem 0; accent-color: var(--gps); }
        .day { fill: var(--line); } .d1 { fill: var(--gps); opacity: .35; }
        .d2 { fill: var(--gps); opacity: .6; } .d3 { fill: var(--gps); }
        .bar { fill: var(--gps); }
        @media print { body { font-size: 11pt; } main { max-width: none; padding: 0; }
          .live { display: none; } h2 { break-after: avoid; } table, svg { break-inside: avoid; } }

        """

    /// Moves a cursor over the charts and a dot over the track, by pointer and by keyboard.
    static let script = """
        'use strict';
        const data = JSON.parse(document.getElementById('data').textContent);
        const slider = document.getElementById('slider');
        const readout = document.getElementById('readout');
        const dot = document.getElementById('dot');
        const cursors = document.querySelectorAll('.cursor');
        function show(i) {
          const p = data.points[i];
          if (!p) return;
          for (const c of cursors) {
            c.setAttribute('x1', p.c); c.setAttribute('x2', p.c); c.style.visibility = 'visible';
          }
          if (dot && p.x !== null) {
            dot.setAttribute('cx', p.x); dot.setAttribute('cy', p.y); dot.style.visibility = 'visible';
          }
          readout.textContent = p.t;
          slider.setAttribute('aria-valuetext', p.t);
        }
        if (slider && data.points.length) {
          slider.max = data.points.length - 1;
          slider.addEventListener('input', () => show(Number(slider.value)));
          for (const chart of document.querySelectorAll('.chart')) {
            chart.addEventListener('pointermove', (e) => {
              const box = chart.getBoundingClientRect();
              const x = (e.clientX - box.left) / box.width * data.width;
              let low = 0, high = data.points.length - 1;
              while (low < high) {
                const middle = (low + high) >> 1;
                if (data.points[middle].c < x) low = middle + 1; else high = middle;
              }
              slider.value = low; show(low);
            });
          }
        }

        """
}
