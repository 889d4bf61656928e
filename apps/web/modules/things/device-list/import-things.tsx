import { Button, Group } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { MAX_IMPORT_ROWS } from '@voltloop/contract/calls/imports.ts';
import { useTranslation } from 'react-i18next';
import { saveBlob } from '../../../api/download.ts';
import ImportDialog from '../../../ui/import/import-dialog.tsx';
import type { Imported } from '../../../ui/import/import-props.ts';
import { useFormat } from '../../../ui/index.ts';
import styles from './device-list.module.css';
import { secretsText } from './secrets-file.ts';

interface ImportThingsProps {
  opened: boolean;
  tenantId: string;
  onClose: () => void;
}

/** Imports devices. Their secrets are shown only once and must be saved before the dialog closes. */
export default function ImportThings(props: ImportThingsProps) {
  const { t } = useTranslation('devices');
  const format = useFormat();
  const client = useQueryClient();
  return (
    <ImportDialog
      {...props}
      kind="things"
      words={{
        title: t('import.title'),
        text: t('import.text', { rows: format.number(MAX_IMPORT_ROWS) }),
        confirm: (count) => t('import.confirm', { count, n: format.number(count) }),
        done: (count) => t('import.done', { count, n: format.number(count) }),
      }}
      onImported={() => void client.invalidateQueries({ queryKey: ['things'] })}
      keep={(done, kept, onKept) => <Secrets done={done} saved={kept} onSaved={onKept} />}
    />
  );
}

function Secrets({ done, saved, onSaved }: { done: Imported; saved: boolean; onSaved: () => void }) {
  const { t } = useTranslation('devices');
  const save = () => {
    saveBlob(new Blob([secretsText(done.secrets)], { type: 'text/csv;charset=utf-8' }), 'device-secrets.csv');
    onSaved();
  };
  return (
    <>
      <p className={styles.once}>{t('import.once')}</p>
      <Group justify="flex-end" mt="md">
        <Button
          leftSection={<IconDownload size={15} />}
          variant={saved ? 'default' : 'filled'}
          data-autofocus
          onClick={save}
        >
          {t('import.saveSecrets')}
        </Button>
      </Group>
    </>
  );
}
