/** The look of the HTML report, in light and dark. */
export const STYLE = `
:root { color-scheme: light dark; --text: #1c2024; --soft: #5b646d; --line: #d6dade; --back: #fff; --was: #ffe9e6; --is: #e2f7e7; --mark: #0000001f; --good: #17693a; --bad: #b3261e; }
@media (prefers-color-scheme: dark) {
  :root { --text: #e6e9ec; --soft: #a0a9b2; --line: #3a4148; --back: #16191c; --was: #431d1a; --is: #163520; --mark: #ffffff33; --good: #7fd69d; --bad: #ff9a91; }
}
body { margin: 0; background: var(--back); color: var(--text); font: 15px/1.5 system-ui, sans-serif; }
main { max-width: 75rem; margin: 0 auto; padding: 1.5rem; }
h1 { font-size: 1.6rem; margin: 0 0 .5rem; } h1.same { color: var(--good); } h1.bad { color: var(--bad); } h2 { font-size: 1.1rem; margin: 2rem 0 .5rem; }
code, table.text { font: 13px/1.5 ui-monospace, monospace; overflow-wrap: anywhere; }
ul { padding: 0; list-style: none; } li { padding: .2rem 0; border-bottom: 1px solid var(--line); overflow-wrap: anywhere; }
details { border-bottom: 1px solid var(--line); padding: .3rem 0; } details details { border: 0; }
summary { cursor: pointer; overflow-wrap: anywhere; } details > p { margin: .3rem 0 .3rem 1rem; }
.mark { display: inline-block; min-width: 7rem; color: var(--soft); }
.bad .mark, .changed, .missing, .extra, .moved { color: var(--bad); }
table { border-collapse: collapse; width: 100%; table-layout: fixed; } td, th { padding: .1rem .4rem; text-align: left; vertical-align: top; overflow-wrap: anywhere; }
table.text { margin: .2rem 0 .6rem; } table.text td { white-space: pre-wrap; } col.line { width: 3.5em; } td.line { color: var(--soft); text-align: right; user-select: none; }
table.one col.line { width: 0; } table.one td.line { padding: 0; } mark { background: var(--mark); color: inherit; border-radius: 2px; }
.was { background: var(--was); } .is { background: var(--is); }
`;
