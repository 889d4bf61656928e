import { Button, Group, Stack, Text } from '@mantine/core';
import { IconCopy, IconRefresh } from '@tabler/icons-react';
import { createLoginCode } from '@voltloop/contract/calls/self.ts';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { Dialog, ErrorState, SkeletonRows } from '../../ui/index.ts';
import { QrCode } from '../../ui/qr-code/qr-code.tsx';
import { copyText } from '../../ui/text/copy-text.ts';
import { toast } from '../../ui/toast/toast.ts';
import styles from './account-page.module.css';

interface Shown {
  url: string;
  until_ms: number;
}

/** A QR code and a link that sign another device in; valid once and for a minute. */
export default function LoginCodeDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('account');
  const [shown, setShown] = useState<Shown | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [left_s, setLeft] = useState(0);
  const requested = useRef(false);

  const make = useCallback(async () => {
    setError(null);
    try {
      const { code, expires_in } = await call(createLoginCode);
      const url = `${window.location.origin}/tokenLogin?code=${encodeURIComponent(code)}`;
      setShown({ url, until_ms: Date.now() + expires_in * 1000 });
      setLeft(expires_in);
    } catch (failure) {
      setError(failure);
    }
  }, []);
  useEffect(() => {
    if (requested.current) return;
    requested.current = true;
    void make();
  }, [make]);
  useEffect(() => {
    if (!shown) return;
    const timer = setInterval(
      () => setLeft(Math.max(0, Math.ceil((shown.until_ms - Date.now()) / 1000))),
      500,
    );
    return () => clearInterval(timer);
  }, [shown]);

  const copy = async () => {
    const done = shown !== null && (await copyText(shown.url));
    if (done) toast.success({ ns: 'account', key: 'copied' });
    else toast.warning({ ns: 'account', key: 'notCopied' });
  };
  return (
    <Dialog opened onClose={onClose} title={t('device.title')}>
      <Stack gap="md">
        <Text size="sm" c="var(--vl-ink-2)">
          {t('device.scan')}
        </Text>
        {error !== null && <ErrorState error={error} onRetry={make} compact />}
        {!shown && error === null && <SkeletonRows rows={4} />}
        {shown && error === null && (
          <div className={styles.center}>
            {left_s > 0 ? (
              <>
                <QrCode text={shown.url} label={t('device.qr')} size={216} />
                <Text size="sm" c="var(--vl-ink-3)">
                  {t('device.left', { count: left_s })}
                </Text>
              </>
            ) : (
              <Text role="status" size="sm">
                {t('device.over')}
              </Text>
            )}
          </div>
        )}
        <Group justify="flex-end" gap="xs">
          {shown && left_s === 0 && (
            <Button leftSection={<IconRefresh size={15} />} onClick={() => void make()}>
              {t('device.again')}
            </Button>
          )}
          {shown && left_s > 0 && (
            <Button variant="default" leftSection={<IconCopy size={15} />} onClick={() => void copy()}>
              {t('device.copy')}
            </Button>
          )}
        </Group>
      </Stack>
    </Dialog>
  );
}
