import { useQueryClient } from '@tanstack/react-query';
import { MAX_IMPORT_ROWS } from '@voltloop/contract/calls/imports.ts';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../../api/session.ts';
import { languageOf } from '../../../context/language-of.ts';
import ImportDialog from '../../../ui/import/import-dialog.tsx';
import { useFormat } from '../../../ui/index.ts';
import { codeInWords } from '../../../ui/text/code-in-words.ts';
import { localized } from '../fields.ts';
import { inSentence } from '../in-sentence.ts';
import type { Loaded } from '../loaded.ts';
import { rowsChanged } from '../queries.ts';

/** Imports rows of a resource from a workbook. */
export default function ImportRows({ loaded, onClose }: { loaded: Loaded; onClose: () => void }) {
  const { t, i18n } = useTranslation('backoffice');
  const format = useFormat();
  const client = useQueryClient();
  const tenantId = useSession(({ login }) => login?.tenant_id ?? '');
  const { resource } = loaded;
  const what = (count: number) =>
    inSentence(localized(count === 1 ? resource.one : resource.many, i18n.language));
  const counted = (count: number) => ({ n: format.number(count), what: what(count) });
  const explain = useMemo(
    () => ({
      columns: Object.entries(resource.fields).flatMap(([name, field]) =>
        field.kind === 'text' && field.as === 'batteryCode' ? [name] : [],
      ),
      inWords: (text: string) => codeInWords(text, languageOf(i18n.language)),
    }),
    [resource, i18n.language],
  );
  return (
    <ImportDialog
      opened
      tenantId={tenantId}
      kind={resource.name}
      words={{
        title: t('import.title', { what: what(2) }),
        text: t('import.text', { what: what(1), rows: format.number(MAX_IMPORT_ROWS) }),
        confirm: (count) => t('import.confirm', counted(count)),
        done: (count) => t('import.done', counted(count)),
      }}
      {...(explain.columns.length > 0 && { explain })}
      onImported={() => void rowsChanged(client)}
      onClose={onClose}
    />
  );
}
