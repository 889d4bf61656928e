// Regenerates the data file of the administrative divisions from its sources: node
// apps/server/modules/people/areas/write-areas.ts
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeAreas } from './make-areas.ts';

const lines = Object.entries(makeAreas()).map(([code, children]) => `"${code}":${JSON.stringify(children)}`);
writeFileSync(join(import.meta.dirname, 'area-2025.json'), `{\n${lines.join(',\n')}\n}\n`);
