"""The style sheet of a report: ink on paper, jade for more, vermilion for less."""

from typing import Final

STYLE: Final = """
:root{--paper:#fbf9f4;--card:#fffefb;--ink:#22262b;--soft:#686e76;--line:#e4dfd3;--grid:#ece7db;--jade:#1d7a5f;
--red:#b5402c;--seal:#b5402c;--dot:#5a626c;--bar:#4f8f7b;--s0:#1d7a5f;--s1:#6ba893;--s2:#b9c9bd;--s3:#d9b9a2;
--s4:#c0705a;
--t0:#fff;--t1:#10231c;--t2:#22262b;--t3:#22262b;--t4:#fff}
@media(prefers-color-scheme:dark){:root{--paper:#15181b;--card:#1c2024;--ink:#e6e3dc;--soft:#9aa0a6;
--line:#30363b;
--grid:#282d32;--jade:#5cc3a0;--red:#ea8069;--dot:#a8aeb4;--bar:#4a9a80;--s0:#3d9c7f;--s1:#2f6f5c;--s2:#3b4a47;
--s3:#6b4a3e;--s4:#a85744;--t0:#06150f;--t1:#e6f4ee;--t2:#e6e3dc;--t3:#f4e6de;--t4:#fff}}
*{box-sizing:border-box}
html{scroll-behavior:smooth;-webkit-text-size-adjust:100%}
body{margin:0 auto;max-width:1040px;padding:28px 24px 48px;background:var(--paper);color:var(--ink);
font:16px/1.55 system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,"Noto Sans CJK TC","PingFang TC",
"Microsoft JhengHei",sans-serif;font-variant-numeric:tabular-nums}
[lang|=zh]{font-family:"Noto Serif CJK TC","Songti TC","Noto Sans CJK TC","PingFang TC","Microsoft JhengHei",serif;
color:var(--soft);font-weight:400;white-space:nowrap}
header{display:flex;gap:18px;align-items:center}
header h1{margin:0;font-size:1.9rem;line-height:1.2;letter-spacing:-.01em;text-wrap:balance}
header p{margin:4px 0 0;color:var(--soft);overflow-wrap:anywhere}
.seal{flex:none;display:grid;place-items:center;width:62px;height:62px;border-radius:9px;background:var(--seal);
color:#fff8ee;font:700 23px/1.08 "Noto Serif CJK TC","Songti TC","Noto Sans CJK TC",serif;text-align:center}
.seal[lang|=zh]{color:#fff8ee;font-weight:700}
.facts{display:grid;grid-template-columns:repeat(5,1fr);gap:1px;margin:24px 0 16px;background:var(--line);
border:1px solid var(--line);border-radius:10px;overflow:hidden}
.facts div{background:var(--card);padding:12px 16px}
.facts b{display:block;font-size:1.45rem;line-height:1.25;font-weight:650}
.facts span{color:var(--soft);font-size:.86rem}
nav{display:flex;flex-wrap:wrap;gap:6px 18px;padding:2px 0 6px;font-size:.9rem}
a{color:var(--jade);text-decoration:none;border-bottom:1px solid transparent}
a:hover,a:focus-visible{border-color:currentColor}
section{margin-top:26px;padding:22px 26px 20px;background:var(--card);border:1px solid var(--line);
border-radius:12px;
scroll-margin-top:12px}
h2{margin:0 0 6px;font-size:1.28rem;line-height:1.3}
h2 [lang|=zh]{margin-left:.3em;font-size:1.05rem}
.lead{margin:0 0 14px;max-width:80ch;text-wrap:pretty}
.note{margin:10px 0 0;color:var(--soft);font-size:.86rem;max-width:88ch;overflow-wrap:anywhere}
figure{margin:10px 0 18px}
.cols{display:grid;grid-template-columns:38px 1fr}
.chart{display:grid;grid-template-columns:minmax(110px,auto) 1fr auto;column-gap:18px}
.plain.chart{grid-template-columns:minmax(110px,auto) 1fr}
.row{display:grid;grid-column:1/-1;grid-template-columns:subgrid;align-items:center;min-height:36px}
.row .track{height:0;min-height:100%}
.row.scale{min-height:0}.row.scale .track{height:16px;min-height:0}
.label{line-height:1.25;overflow-wrap:anywhere;max-width:210px}
.label small,td small{display:block;color:var(--soft);font-size:.75rem;font-weight:400}
.label [lang|=zh]{font-size:.92em}
.value{text-align:right;white-space:nowrap;font-size:.93rem}
.row:has(small){min-height:46px}
.scale .label{padding-right:16px;color:var(--soft);font-size:.76rem}
svg{display:block;overflow:visible}
svg text{fill:var(--soft);font-size:11.5px;text-anchor:middle}
svg text.scale,svg text.border{text-anchor:start}svg text.border{fill:var(--red)}
.border{stroke:var(--red);stroke-width:1.4;stroke-dasharray:4 3}
svg text.border{stroke:none}
.domino{display:inline-block;vertical-align:-9px;margin-right:5px}.domino rect{fill:#fffdf6;stroke:#8b8578}
.domino circle{fill:#22262b}.domino .red{fill:#b5402c}
.grid{stroke:var(--grid);stroke-width:1}.zero{stroke:var(--soft);stroke-width:1.2}
.interval{stroke:var(--dot);stroke-width:2.4;stroke-linecap:round}.dot{fill:var(--dot);stroke:var(--card);
stroke-width:1.5}
.interval.up{stroke:var(--jade)}.dot.up{fill:var(--jade)}.interval.down{stroke:var(--red)}
.dot.down{fill:var(--red)}
.bar{fill:var(--bar)}.whisker{stroke:var(--ink);stroke-width:1.4;opacity:.75}
.s0{fill:var(--s0);background:var(--s0)}.s1{fill:var(--s1);background:var(--s1)}.s2{fill:var(--s2);
background:var(--s2)}
.s3{fill:var(--s3);background:var(--s3)}.s4{fill:var(--s4);background:var(--s4)}
svg .t0{fill:var(--t0)}svg .t1{fill:var(--t1)}svg .t2{fill:var(--t2)}svg .t3{fill:var(--t3)}
svg .t4{fill:var(--t4)}
.key{display:flex;gap:16px;margin-top:8px;color:var(--soft);font-size:.84rem}
.key i{display:inline-block;width:11px;height:11px;margin-right:6px;border-radius:3px}
.wide{overflow-x:auto;margin:6px 0 4px;border-radius:6px}
table{border-collapse:collapse;width:100%;font-size:.9rem}
th,td{padding:6px 12px 6px 0;text-align:left;border-bottom:1px solid var(--line);vertical-align:top}
th:last-child,td:last-child{padding-right:2px}
thead th{color:var(--soft);font-weight:500;font-size:.8rem;vertical-align:bottom;line-height:1.3}
tbody th{font-weight:550}
tbody tr:last-child>*{border-bottom:0}
td.num{text-align:right;white-space:nowrap}th.num{text-align:right}
td.text,th{white-space:nowrap}thead th{white-space:normal}td.long{white-space:normal;min-width:26ch;
overflow-wrap:anywhere}
.wide th[scope=row]{position:sticky;left:0;background:var(--card)}
.wide+.wide{margin-top:20px}
.matrix{width:auto;min-width:60%;border-collapse:separate;border-spacing:3px;margin-bottom:14px}
.matrix th,.matrix td{border:0;padding:7px 10px;white-space:nowrap}
.matrix thead th{text-align:center}.matrix tbody td{text-align:center;border-radius:6px}
.matrix .up{background:color-mix(in srgb,var(--jade) var(--w),transparent)}
.matrix .down{background:color-mix(in srgb,var(--red) var(--w),transparent)}
.matrix td small{color:inherit;opacity:.78}.matrix .self{background:var(--grid)}
.commands{margin:4px 0 0}
.commands div{display:grid;grid-template-columns:minmax(0,1fr) minmax(0,1.2fr);gap:2px 20px;padding:7px 0;
border-bottom:1px solid var(--line)}
.commands div:last-child{border:0}
.commands dd{margin:0;color:var(--soft);font-size:.9rem;overflow-wrap:anywhere}
code{font:.86rem/1.5 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;overflow-wrap:anywhere}
footer{margin-top:28px;color:var(--soft);font-size:.86rem}
@media(max-width:640px){body{padding:18px 12px 32px}section{padding:16px 14px}header h1{font-size:1.45rem}
.seal{width:50px;height:50px;font-size:18px}.facts{grid-template-columns:repeat(6,1fr)}
.facts div{grid-column:span 2;padding:9px 12px}
.facts div:nth-child(n+4){grid-column:span 3}.facts b{font-size:1.15rem}
.chart,.plain.chart{grid-template-columns:1fr auto}.label{max-width:none}.row{padding-top:4px;min-height:0}
.row .track,.row.scale .track{grid-row:2;grid-column:1/-1}.row .track{height:28px;min-height:0}
.row:has(small){min-height:46px}
.scale .label{padding-right:16px;display:none}
.commands div{grid-template-columns:1fr}}
@media print{:root{--paper:#fff;--card:#fff}body{max-width:none;padding:0;font-size:10.5pt}nav{display:none}
section{border:0;padding:0;break-inside:auto}h2,figure,.row,tr{break-inside:avoid}h2{break-after:avoid}
.wide{overflow:visible}
*{-webkit-print-color-adjust:exact;print-color-adjust:exact}}
"""
