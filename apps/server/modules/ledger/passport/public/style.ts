/** The style of the public page, which loads no file, font or script. */
export const style = `
:root{color-scheme:light dark;--text:#1b2430;--dim:#566170;--line:#d9dee5;--back:#f5f7f9;--card:#fff;--link:#0b5fc0}
@media (prefers-color-scheme:dark){:root{--text:#e6eaf0;--dim:#a5b0be;--line:#333d49;--back:#12171d;--card:#1b222b;--link:#7db8ff}}
*{box-sizing:border-box}
body{margin:0;font:16px/1.5 system-ui,"Segoe UI","PingFang SC","Microsoft YaHei","Noto Sans CJK SC",sans-serif;color:var(--text);background:var(--back)}
main,header,footer{max-width:44rem;margin:0 auto;padding:1rem}
header{display:flex;gap:1rem;justify-content:space-between;align-items:center}
header p{margin:0;font-weight:600}
a{color:var(--link);overflow-wrap:anywhere}
header a,.foot a{display:inline-block;min-height:24px;padding:2px 0}
h1{font-size:1.5rem;line-height:1.25;margin:0;overflow-wrap:anywhere}
h2{font-size:1.05rem;margin:0 0 .5rem}
.lead{color:var(--dim);margin:.25rem 0 0;overflow-wrap:anywhere}
section,.note{background:var(--card);border:1px solid var(--line);border-radius:8px;padding:1rem;margin:1rem 0 0}
.note{border-left:4px solid #c77700}
.note p,.note ul{margin:0}
dl{margin:0}
.row{display:grid;grid-template-columns:minmax(0,2fr) minmax(0,3fr);gap:.25rem 1rem;padding:.5rem 0;border-top:1px solid var(--line)}
.row:first-of-type{border-top:0}
dt{color:var(--dim)}
dd{margin:0;overflow-wrap:anywhere;white-space:pre-line}
dd small{display:block;color:var(--dim)}
.none{color:var(--dim);font-size:.9rem;margin:.5rem 0 0}
.foot{color:var(--dim);font-size:.9rem}
.foot p{margin:.25rem 0}
@media (max-width:30rem){.row{grid-template-columns:1fr}}
@media print{body{background:none}section{break-inside:avoid}}
`;
