/** The style of all hosted pages, in a light and a dark theme. Browsers of buyers are older than those of the staff. */
export const HOSTED_STYLE = `:root { color-scheme: light dark; --text: #1d2522; --ground: #fff; --line: #c9d1cd; --border: #6b7671; --muted: #4d5753; --accent: #0b5345; --on-accent: #fff; --accent-ground: #e9f1ee; --bad: #a3231d; --bad-ground: #fbebea; --focus: #1b6fd0; }
@media (prefers-color-scheme: dark) { :root { --text: #e9eeec; --ground: #141917; --line: #3a4541; --border: #7d8a84; --muted: #a9b5b0; --accent: #7fd4bd; --on-accent: #0c1a16; --accent-ground: #1d2f29; --bad: #ff9f97; --bad-ground: #3b1f1d; --focus: #8fbcff; } }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 40rem; padding: 1rem; font: 1rem/1.5 system-ui, sans-serif; color: var(--text); background: var(--ground); overflow-wrap: anywhere; }
header { display: flex; flex-wrap: wrap; gap: .5rem 1rem; align-items: center; justify-content: space-between; padding-bottom: .75rem; border-bottom: 1px solid var(--line); }
header p { margin: 0; font-weight: 700; }
.logo { display: block; max-width: 12rem; height: 2.5rem; padding: .25rem; border-radius: .25rem; object-fit: contain; background: #fff; }
a { color: var(--accent); }
h1 { margin: 1.5rem 0 .5rem; font-size: 1.75rem; line-height: 1.25; }
h2 { margin: 1.5rem 0 .5rem; font-size: 1.2rem; }
fieldset { min-width: 0; margin: 1rem 0; padding: .5rem 1rem 1rem; border: 1px solid var(--border); border-radius: .5rem; }
legend { float: left; width: 100%; padding: .35rem 0; font-weight: 700; }
legend + * { clear: both; }
label { font-weight: 600; }
.field { margin: 1rem 0; }
.field label { display: block; }
.choice { display: flex; gap: .75rem; align-items: flex-start; padding: .6rem 0; }
.choice label { flex: 1; }
.choice > input { flex: none; width: 1.5rem; height: 1.5rem; margin: 0; accent-color: var(--accent); }
.item { display: flex; flex-wrap: wrap; gap: 0 1rem; padding: .35rem 0; border-bottom: 1px solid var(--line); }
.item .choice { flex: 1 1 14rem; }
.quantity { display: flex; gap: .5rem; align-items: center; padding: .35rem 0; }
.item .error { flex: 1 0 100%; }
.quantity input { width: 5.5rem; }
.item > img { flex: none; width: 2.75rem; height: 2.75rem; margin: .35rem 0; border-radius: .25rem; object-fit: cover; }
.item .what { flex: 1 1 12rem; padding: .35rem 0; }
.line { align-items: center; }
.item .amount { margin-inline-start: auto; padding: .35rem 0; white-space: nowrap; }
.field input, .field select, .quantity input, textarea { min-height: 2.75rem; padding: .5rem .75rem; border: 1px solid var(--border); border-radius: .5rem; font: inherit; color: inherit; background: var(--ground); }
.field input, .field select, textarea { width: 100%; }
[aria-invalid] { border: 2px solid var(--bad) !important; }
:focus-visible { outline: 3px solid var(--focus); outline-offset: 2px; }
.hint { margin: 0; color: var(--muted); font-size: .9rem; font-weight: 400; }
form + .hint { margin-top: 1rem; }
.error { margin: .15rem 0 0; color: var(--bad); font-weight: 600; }
.alert, .note { margin: 1rem 0; padding: .75rem 1rem; border-left: 4px solid var(--bad); background: var(--bad-ground); }
.note { border-color: var(--accent); background: var(--accent-ground); }
.alert h2 { margin-top: 0; }
.alert a { color: var(--bad); }
button, .button { display: inline-block; min-height: 3rem; padding: .6rem 1.4rem; border: 0; border-radius: .5rem; font: inherit; font-weight: 700; color: var(--on-accent); background: var(--accent); text-decoration: none; cursor: pointer; }
.secondary { color: var(--accent); background: var(--accent-ground); }
.wide { width: 100%; text-align: center; }
details { margin: 1rem 0; }
summary { padding: .6rem 0; font-weight: 600; cursor: pointer; }
.text { white-space: pre-line; }
.other:has(#other_billing:not(:checked)) .details { display: none; }
dl { margin: 1rem 0; }
dt { font-weight: 600; }
dd { margin: 0 0 .75rem; white-space: pre-line; }
table { width: 100%; margin: 1rem 0; border-collapse: collapse; }
th, td { padding: .4rem 0; border-bottom: 1px solid var(--line); text-align: start; font-weight: 400; vertical-align: middle; }
td { padding-inline-start: 1rem; text-align: end; white-space: nowrap; }
.picture { width: 3.5rem; padding: .4rem .75rem .4rem 0; }
.picture img { display: block; width: 2.75rem; height: 2.75rem; border-radius: .25rem; object-fit: cover; }
.total th, .total td { font-weight: 700; }
.due th, .due td { border: 0; font-size: 1.2rem; font-weight: 700; }
.place { margin: 1rem 0; padding: 1rem .75rem; border: 1px solid var(--border); border-radius: .5rem; }
@media (max-width: 30rem) { form > button { width: 100%; } }
@media print { header a, form { display: none; } }
`;
