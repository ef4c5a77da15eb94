/** The style sheet of the documentation. Colours follow the reader's system; fonts are those that are there. */
export const STYLE = `
:root {
  --paper: #ffffff; --tint: #f6f7f9; --line: #e2e5ea; --ink: #1c2128; --soft: #5b6572; --link: #0b5cad; --mark: #fff4d6;
  --get: #0b6e4f; --post: #0b5cad; --patch: #8a5a00; --put: #8a5a00; --delete: #b3261e;
  --code: ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #14171c; --tint: #1c2128; --line: #2f3640; --ink: #e3e7ec; --soft: #98a3b0; --link: #7ab7ff; --mark: #3a3116;
    --get: #5cc9a0; --post: #7ab7ff; --patch: #e0b04a; --put: #e0b04a; --delete: #ff8a80;
  }
}
* { box-sizing: border-box; }
html { scroll-padding-top: 4rem; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 16px/1.55 system-ui, -apple-system, "Segoe UI", sans-serif; }
a { color: var(--link); text-decoration: none; }
a:hover { text-decoration: underline; }
header {
  position: sticky; top: 0; z-index: 1; display: flex; gap: .75rem; align-items: baseline; padding: .7rem 1.5rem;
  background: var(--paper); border-bottom: 1px solid var(--line);
}
header .name { color: var(--ink); font-weight: 650; }
header .version { color: var(--soft); font-size: .875rem; }
header .source { margin-left: auto; font: .875rem var(--code); }
.columns { display: grid; grid-template-columns: 18rem minmax(0, 1fr); }
nav {
  position: sticky; top: 3.1rem; height: calc(100vh - 3.1rem); overflow-y: auto; padding: .5rem 1rem 2rem 1.5rem;
  border-right: 1px solid var(--line); font-size: .875rem;
}
nav h2 { margin: 1.2rem 0 .25rem; font-size: .75rem; letter-spacing: .05em; text-transform: uppercase; color: var(--soft); }
nav ul { margin: 0; padding: 0; list-style: none; }
nav li a { display: flex; gap: .5rem; justify-content: space-between; padding: .2rem 0; color: var(--ink); line-height: 1.35; }
.verb { flex: none; font: 600 .6875rem/1.9 var(--code); }
main { padding: 0 2.5rem 6rem; max-width: 62rem; }
h1 { margin: 2rem 0 .5rem; font-size: 2rem; line-height: 1.2; }
main h2 { margin: 3.5rem 0 .25rem; font-size: 1.5rem; }
main h3 { margin: 0 0 .25rem; font-size: 1.1875rem; }
main h3 a { color: inherit; }
h4 { margin: 1.5rem 0 .35rem; font-size: .8125rem; letter-spacing: .04em; text-transform: uppercase; color: var(--soft); }
h5 { margin: .75rem 0 .35rem; font-size: 1rem; font-weight: 500; }
p { margin: .4rem 0; max-width: 46rem; }
.group > p { color: var(--soft); }
.operation, #schemas > section { margin-top: 1.75rem; padding-top: 1.75rem; border-top: 1px solid var(--line); }
.path { margin: .35rem 0 .75rem; overflow-wrap: anywhere; }
.method { display: inline-block; min-width: 3.6rem; font: 700 .8125rem var(--code); }
.get { color: var(--get); } .post { color: var(--post); } .patch { color: var(--patch); } .put { color: var(--put); }
.delete { color: var(--delete); }
code { font: .875em var(--code); }
p code, td code { padding: .1em .3em; border-radius: 4px; background: var(--tint); }
pre { margin: .5rem 0; padding: .9rem 1rem; overflow-x: auto; border: 1px solid var(--line); border-radius: 8px; background: var(--tint); font-size: .875rem; line-height: 1.5; }
pre code { font-size: 1em; }
summary { width: fit-content; cursor: pointer; color: var(--link); font-size: .875rem; }
details { margin: .4rem 0; }
table { width: 100%; margin: .25rem 0; border-collapse: collapse; }
tr { border-top: 1px solid var(--line); }
table tr:first-child { border-top: 0; }
th, td { padding: .5rem .75rem .5rem 0; text-align: left; vertical-align: top; overflow-wrap: anywhere; }
th { width: 36%; font-weight: 400; }
td p { margin: .15rem 0; font-size: .9375rem; }
.type { color: var(--soft); font-size: .875rem; }
.mark { margin-left: .5rem; color: var(--patch); font-size: .75rem; }
.bounds { color: var(--soft); font-size: .8125rem; }
.media { color: var(--soft); font-size: .875rem; }
.status { font: 600 .9375rem var(--code); }
.errors { margin-top: .75rem; font: .875rem var(--code); }
.errors a { margin-right: .5rem; color: var(--soft); }
:target { background: var(--mark); box-shadow: 0 0 0 .5rem var(--mark); border-radius: 2px; }
.operation:target, section:target { background: none; box-shadow: none; }
@media (max-width: 60rem) {
  .columns { display: block; }
  nav { position: static; height: auto; max-height: 16rem; border-right: 0; border-bottom: 1px solid var(--line); }
  main { padding: 0 1.25rem 4rem; }
  th { width: 42%; }
}
@media print { nav, header { display: none; } .columns { display: block; } }
`.trimStart();
