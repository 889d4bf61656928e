import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { exportOwnData } from '@voltloop/contract/calls/personal-data.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAccount } from '../../context/use-account.ts';
import dialogs from '../../ui/dialog/dialogs.module.css';
import { downloadFile } from '../../ui/download/download-file.ts';
import { Card } from '../../ui/index.ts';

/** Downloads a copy of all data of the signed-in account. */
export function PersonalDataCard() {
  const { t } = useTranslation('account');
  const { kind } = useAccount();
  const [busy, setBusy] = useState(false);
  return (
    <Card title={t('personalData.title')}>
      <p className={dialogs.text}>
        {t('personalData.text')} {t(kind === 'main' ? 'personalData.eraseMain' : 'personalData.erase')}
      </p>
      <Button
        variant="default"
        leftSection={<IconDownload size={16} stroke={1.7} aria-hidden="true" />}
        loading={busy}
        onClick={async () => {
          setBusy(true);
          await downloadFile(exportOwnData, { fallbackName: 'personal-data.zip' });
          setBusy(false);
        }}
      >
        {t('personalData.export')}
      </Button>
    </Card>
  );
}
