import type { OpenapiDocument } from './openapi-document.ts';

const style = `
:root { color-scheme: light dark; --line: color-mix(in srgb, currentColor 18%, transparent); }
body { font: 15px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.5rem; } h2 { font-size: 1.1rem; margin-top: 2rem; }
details { border-top: 1px solid var(--line); padding: .4rem 0; }
summary { cursor: pointer; display: flex; gap: .75rem; flex-wrap: wrap; align-items: baseline; }
summary b { font: 600 .8rem ui-monospace, monospace; min-width: 3.5rem; }
summary code { overflow-wrap: anywhere; }
summary span { flex-basis: 100%; opacity: .75; }
code, pre { font: .85rem/1.45 ui-monospace, monospace; }
pre { overflow-x: auto; padding: .75rem; border: 1px solid var(--line); border-radius: 6px; max-height: 24rem; }
table { border-collapse: collapse; width: 100%; } td, th { text-align: left; padding: .2rem .6rem .2rem 0; vertical-align: top; }
`;

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const html = (text: string): string => text.replace(/[&<>"']/g, (c) => entities[c] ?? c);
const pretty = (value: unknown): string => `<pre>${html(JSON.stringify(value, null, 2))}</pre>`;

/** The document as one HTML page without scripts and external content, so that the strictest policy applies. */
export function docsPage(document: OpenapiDocument): string {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
  const sections = document.tags.map(({ name }) => {
    const items = operations.filter((o) => o.operation.tags.includes(name)).map(operationHtml);
    return `<section><h2 id="${html(name)}">${html(name)}</h2>${items.join('')}</section>`;
  });
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>Voltloop API</title><style>${style}</style></head>
<body><main><h1>Voltloop API</h1><p>${html(String(document.info.description))}</p>
<p>Machine-readable: <a href="/openapi.json">openapi.json</a></p>${sections.join('\n')}</main></body></html>`;
}

interface Shown {
  path: string;
  method: string;
  operation: OpenapiDocument['paths'][string][string];
}

function operationHtml({ path, method, operation }: Shown): string {
  const { parameters, requestBody, responses, summary, description } = operation;
  const rows = parameters.map(
    (p) =>
      `<tr><td><code>${html(p.name)}</code></td><td>${p.in}${p.required ? ', required' : ''}</td><td><code>${html(JSON.stringify(p.schema))}</code></td></tr>`,
  );
  return `<details><summary><b>${method.toUpperCase()}</b> <code>${html(path)}</code><span>${html(summary)}</span></summary>
<p>${html(description)}</p>
${rows.length > 0 ? `<table><thead><tr><th>Parameter</th><th>Where</th><th>Form</th></tr></thead><tbody>${rows.join('')}</tbody></table>` : ''}
${requestBody ? `<h3>Body</h3>${pretty(contentOf(requestBody))}` : ''}
<h3>Reply</h3>${pretty(contentOf(responses[200] ?? {}))}</details>`;
}

/** The schema of a body or reply; its description where it is not JSON. */
function contentOf(part: Record<string, unknown>): unknown {
  const content = part.content as Record<string, { schema: unknown }> | undefined;
  return content?.['application/json']?.schema ?? part.description;
}
