import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

/** Phrases that read as translated, and their replacements. docs/style.md has the reasons. */
const banned: readonly (readonly [phrase: RegExp, instead: string])[] = [
  [/\banew\b/i, 'again; regenerate, restart, recompute'],
  [/\bwhoever\b/i, 'anyone who, a caller that'],
  [/\b(?:tells|told|telling)\b/i, 'report, notify, return, show, distinguish'],
  [/\bby (?:itself|themselves|himself|herself)\b/i, 'automatically, on its own, separately'],
  [/\b(?:go|goes|went|going) on\b/i, 'continue, resume, be active'],
  [/\bmend(?:s|ed|ing)?\b/i, 'fix, correct, repair'],
  [/\b(?:some|no|any|every)body['’]s\b(?! (?:else|own))/i, 'name the owner'],
  [/\bstands? in (?:the|its|their|his) way\b/i, 'block, prevent'],
  [/\bgives? way\b/i, 'be replaced, be dropped, yield'],
  [/\bcall(?:s|ed)? (?:it |them |\w+ \w+ )?off\b/i, 'cancel'],
  [/\b(?:\w*[a-z])?deeds?\b/i, 'handler, action'],
  [/\bhouse (?:rules?|lists?|limits?|defaults?)\b|\b(?:this|another) house\b/i, 'our own, internal, default'],
  [/\bhouseLists\b/, 'productLists'],
  [/\bhears? (?:of|from)\b/i, 'receive, be notified of'],
  [/\blies? there\b/i, 'is there, is in stock'],
  [/\bgives? back\b/i, 'return, restore'],
  [/\bput together\b/i, 'composed of'],
  [
    /\b(?:holdTree|holdName|mapInTurns|isVeiled|takeNews|judge[A-Z]\w*)\b/,
    'lock, yield, mask, handle, check',
  ],
];

/** Migrations never change once released; some documents are generated or quote banned phrases. */
const exempt =
  /^db\/|package-lock|openapi\.json|docs\/api\.md|docs\/style\.md|plain-english\.test\.ts$|\/areas\/data/;
const root = fileURLToPath(new URL('../../../', import.meta.url));

test('comments, names, texts, test titles and documents use none of the banned phrases', () => {
  const files = execFileSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8' })
    .split('\0')
    .filter((path) => /\.(?:tsx?|mjs|cjs|js|css|html|md|json|ya?ml)$/.test(path) && !exempt.test(path));
  expect(files.length).toBeGreaterThan(1000);
  const any = new RegExp(banned.map(([{ source }]) => source).join('|'), 'i');
  const found = files.flatMap((path) => {
    const text = readFileSync(`${root}${path}`, 'utf8');
    if (!any.test(text)) return [];
    return text.split('\n').flatMap((line, i) =>
      banned.flatMap(([phrase, instead]) => {
        const hit = phrase.exec(line);
        return hit ? [`${path}:${i + 1}: "${hit[0]}" → ${instead}`] : [];
      }),
    );
  });
  expect(found).toEqual([]);
});
