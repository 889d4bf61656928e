import { Button, Group } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SkeletonLine } from '../../../ui/index.ts';
import { copyText } from '../../../ui/text/copy-text.ts';
import styles from './device-list.module.css';

const QrCode = lazy(() =>
  import('../../../ui/qr-code/qr-code.tsx').then(({ QrCode }) => ({ default: QrCode })),
);

interface SecretPanelProps {
  devid: string;
  secret: string;
  onDone: () => void;
}

/** The secret of a device, shown only once: to copy, or to scan with the installer's phone. */
export function SecretPanel({ devid, secret, onDone }: SecretPanelProps) {
  const { t } = useTranslation('devices');
  const [copied, setCopied] = useState<boolean | null>(null);
  return (
    <div className={styles.secret}>
      <p className={styles.once} role="alert">
        {t('secret.once')}
      </p>
      <dl className={styles.facts}>
        <dt>{t('secret.user')}</dt>
        <dd>
          <code>{devid}</code>
        </dd>
        <dt>{t('secret.password')}</dt>
        <dd>
          <code data-secret>{secret}</code>
        </dd>
      </dl>
      <Suspense fallback={<SkeletonLine width={192} height={192} />}>
        <QrCode text={JSON.stringify({ devid, secret })} label={t('secret.qr', { devid })} />
      </Suspense>
      <Group justify="flex-end" gap="xs">
        <span role="status" className={styles.hint}>
          {copied === true && t('secret.copied')}
          {copied === false && t('secret.notCopied')}
        </span>
        <Button
          variant="default"
          leftSection={copied ? <IconCheck size={15} /> : <IconCopy size={15} />}
          onClick={async () => setCopied(await copyText(secret))}
          data-autofocus
        >
          {t('secret.copy')}
        </Button>
        <Button onClick={onDone}>{t('secret.done')}</Button>
      </Group>
    </div>
  );
}
