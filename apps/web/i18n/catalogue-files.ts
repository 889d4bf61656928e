import { globSync } from 'node:fs';
import path from 'node:path';

const web = path.resolve(import.meta.dirname, '..');

/** The files of the catalogues of one language, by namespace; for tests, which read them all. */
export const catalogueFiles = (language: string): Map<string, string> =>
  new Map(
    globSync(`{i18n,{ui,shell,entry,modules/*}/texts}/*.${language}.json`, { cwd: web })
      .map((file): [string, string] => [path.basename(file, `.${language}.json`), path.join(web, file)])
      .sort(([one], [other]) => one.localeCompare(other)),
  );
