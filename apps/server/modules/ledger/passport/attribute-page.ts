import { type Attribute, categories, groups } from '@voltloop/domain/passport/attribute.ts';
import { attributes, VOCABULARY } from '@voltloop/domain/passport/index.ts';
import { originWords } from '@voltloop/domain/passport/words.ts';

/** The text of docs/passport.md: the source of each value of a passport, or why it may be empty. */
export function attributePage(): string {
  const sections = Object.entries(groups).map(([group, name]) => {
    const rows = attributes.filter((each) => each.group === group).map(rowOf);
    return `## ${name.en} (${name.zh})\n\n${head}\n${rows.join('\n')}\n`;
  });
  return `${intro}\n${sections.join('\n')}`;
}

const intro = `# Attributes of the battery passport

Written by \`node apps/server/modules/ledger/passport/attribute-page-write.ts\` from \`packages/domain/passport\`; a test checks that they agree. ${attributes.length} attributes of the Battery Pass longlist (\`${VOCABULARY}\`,
an addendum to DIN DKE SPEC 99100), which interprets Annex XIII of Regulation (EU) 2023/1542. The acts that will fix the format are not final: values and JSON-LD contain this version
([decision 48](decisions/0048-passports-at-addresses-that-cannot-be-guessed.md)).

- **Duty**: electric vehicle, light means of transport, industrial, stationary; \`x\` mandatory, \`o\` voluntary, \`-\` not applicable.
- **Access**: \`P\` everybody, \`L\` persons with a legitimate interest and the Commission, \`N\` notified bodies, market surveillance authorities and the Commission.
- **From**: the first of these records with a value provides it. Entered attributes are empty until they are filled in, for a model on the page of the passport model, for one battery on the page of its passport.
`;

const head = `| Attribute | Code | Duty | Access | Changes | Of | Unit | From | Note |
|---|---|---|---|---|---|---|---|---|`;

function rowOf({ name, code, duty, access, dynamic, individual, unit, origins, note }: Attribute): string {
  const cells = [
    `${name.en} (${name.zh})`,
    `\`${code}\``,
    `\`${categories.map((each) => duty[each]).join('')}\``,
    access,
    dynamic ? 'in use' : '',
    individual ? 'battery' : 'model',
    unit ?? '',
    origins.map((origin) => originWords[origin].en.toLowerCase()).join(', else '),
    note.en,
  ];
  return `| ${cells.join(' | ')} |`;
}
