import { Button, Checkbox, Group, Stack, Text } from '@mantine/core';
import { IconCopy, IconDownload } from '@tabler/icons-react';
import {
  confirmTwoFactor,
  disableTwoFactor,
  enrolTwoFactor,
  renewRecoveryCodes,
} from '@voltloop/contract/calls/self.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { useSession } from '../../api/session.ts';
import { useProductName } from '../../context/brand.ts';
import { Dialog } from '../../ui/index.ts';
import { QrCode } from '../../ui/qr-code/qr-code.tsx';
import { copyText } from '../../ui/text/copy-text.ts';
import { toast } from '../../ui/toast/toast.ts';
import styles from './account-page.module.css';
import { ProofForm } from './proof-form.tsx';

interface DialogProps {
  onClose: () => void;
}

/** Enables the second factor: password, then QR code and a code of the app, then the recovery codes. */
export function EnrolDialog({ onClose }: DialogProps) {
  const { t } = useTranslation('account');
  const [key, setKey] = useState<{ secret: string; uri: string } | null>(null);
  const [codes, setCodes] = useState<string[] | null>(null);
  if (codes) return <CodesDialog codes={codes} onClose={onClose} />;
  return (
    <Dialog opened onClose={onClose} title={t('enrol.title')}>
      {key === null ? (
        <ProofForm
          key="password"
          lead={t('enrol.passwordText')}
          proofs={['password']}
          submit={t('enrol.next')}
          onCancel={onClose}
          onSend={async ({ password }) => setKey(await call(enrolTwoFactor, { body: { password } }))}
        />
      ) : (
        <ProofForm
          key="code"
          lead={t('enrol.scan')}
          proofs={['code']}
          appOnly
          submit={t('enrol.confirm')}
          onCancel={onClose}
          onSend={async ({ code }) =>
            setCodes((await call(confirmTwoFactor, { body: { code } })).recovery_codes)
          }
        >
          <div className={styles.qr}>
            <QrCode text={key.uri} label={t('enrol.qr')} size={184} />
            <div className={styles.qrText}>
              <Text size="sm" c="var(--vl-ink-2)">
                {t('enrol.manual')}
              </Text>
              <code className={styles.key}>{key.secret.replace(/(.{4})(?=.)/g, '$1 ')}</code>
              <CopyButton text={key.secret} label={t('enrol.copyKey')} />
            </div>
          </div>
        </ProofForm>
      )}
    </Dialog>
  );
}

/** Disables the second factor. */
export function DisableDialog({ onClose }: DialogProps) {
  const { t } = useTranslation('account');
  return (
    <Dialog opened onClose={onClose} title={t('disable.title')}>
      <ProofForm
        lead={t('disable.text')}
        proofs={['password', 'code']}
        submit={t('disable.submit')}
        danger
        onCancel={onClose}
        onSend={async (body) => {
          await call(disableTwoFactor, { body });
          toast.success({ ns: 'account', key: 'disable.done' });
          onClose();
        }}
      />
    </Dialog>
  );
}

/** Generates ten new recovery codes. */
export function RenewCodesDialog({ onClose }: DialogProps) {
  const { t } = useTranslation('account');
  const [codes, setCodes] = useState<string[] | null>(null);
  if (codes) return <CodesDialog codes={codes} onClose={onClose} />;
  return (
    <Dialog opened onClose={onClose} title={t('renew.title')}>
      <ProofForm
        lead={t('renew.text')}
        proofs={['password', 'code']}
        submit={t('renew.submit')}
        onCancel={onClose}
        onSend={async (body) => setCodes((await call(renewRecoveryCodes, { body })).recovery_codes)}
      />
    </Dialog>
  );
}

/** Shows the recovery codes once; cannot be closed by accident. */
function CodesDialog({ codes, onClose }: DialogProps & { codes: string[] }) {
  const { t } = useTranslation('account');
  const [kept, setKept] = useState(false);
  const text = codes.join('\n');
  const userName = useSession((state) => state.login?.user_name ?? '');
  const product = useProductName();
  const download = () => {
    const url = URL.createObjectURL(
      new Blob([`${product} ${userName}\n\n${text}\n`], { type: 'text/plain' }),
    );
    const link = document.createElement('a');
    link.href = url;
    link.download = `recovery-codes-${userName}.txt`;
    link.click();
    setTimeout(() => URL.revokeObjectURL(url), 1000);
  };
  return (
    <Dialog opened onClose={onClose} title={t('codes.title')} closable={false}>
      <Stack gap="md">
        <Text size="sm" c="var(--vl-ink-2)">
          {t('codes.text')}
        </Text>
        <ul className={styles.codes} aria-label={t('codes.title')}>
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
        <Group gap="xs">
          <CopyButton text={text} label={t('codes.copy')} />
          <Button variant="default" size="xs" leftSection={<IconDownload size={14} />} onClick={download}>
            {t('codes.download')}
          </Button>
        </Group>
        <Checkbox
          label={t('codes.kept')}
          checked={kept}
          onChange={(event) => setKept(event.currentTarget.checked)}
        />
        <Group justify="flex-end">
          <Button disabled={!kept} onClick={onClose}>
            {t('codes.done')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}

function CopyButton({ text, label }: { text: string; label: string }) {
  const copy = async () => {
    const done = await copyText(text);
    if (done) toast.success({ ns: 'account', key: 'copied' });
    else toast.warning({ ns: 'account', key: 'notCopied' });
  };
  return (
    <Button variant="default" size="xs" leftSection={<IconCopy size={14} />} onClick={() => void copy()}>
      {label}
    </Button>
  );
}
