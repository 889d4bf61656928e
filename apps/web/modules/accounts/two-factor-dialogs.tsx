import { Button, Checkbox, Group, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { IconCopy, IconDownload } from '@tabler/icons-react';
import {
  confirmTwoFactor,
  disableTwoFactor,
  enrolTwoFactor,
  renewRecoveryCodes,
} from '@voltloop/contract/calls/self.ts';
import { Dialog, Failure } from '@voltloop/ui';
import { QrCode } from '@voltloop/ui/qr-code.tsx';
import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { ApiError, describeError } from '../../api/errors.ts';
import { useSession } from '../../api/session.ts';
import { useProductName } from '../../context/brand.ts';
import { copyText } from '../../parts/copy-text.ts';
import { fieldText } from '../../parts/field-text.ts';
import { toast } from '../../parts/toast.ts';
import styles from './account-page.module.css';

interface DialogProps {
  onClose: () => void;
}

/** Switches the second factor on: password, then QR code and a code of the app, then the recovery codes. */
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
          asks={['password']}
          submit={t('enrol.next')}
          onCancel={onClose}
          onSend={async ({ password }) => setKey(await call(enrolTwoFactor, { body: { password } }))}
        />
      ) : (
        <ProofForm
          key="code"
          lead={t('enrol.scan')}
          asks={['code']}
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

/** Switches the second factor off. */
export function DisableDialog({ onClose }: DialogProps) {
  const { t } = useTranslation('account');
  return (
    <Dialog opened onClose={onClose} title={t('disable.title')}>
      <ProofForm
        lead={t('disable.text')}
        asks={['password', 'code']}
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

/** Ten new recovery codes. */
export function RenewCodesDialog({ onClose }: DialogProps) {
  const { t } = useTranslation('account');
  const [codes, setCodes] = useState<string[] | null>(null);
  if (codes) return <CodesDialog codes={codes} onClose={onClose} />;
  return (
    <Dialog opened onClose={onClose} title={t('renew.title')}>
      <ProofForm
        lead={t('renew.text')}
        asks={['password', 'code']}
        submit={t('renew.submit')}
        onCancel={onClose}
        onSend={async (body) => setCodes((await call(renewRecoveryCodes, { body })).recovery_codes)}
      />
    </Dialog>
  );
}

/** The recovery codes, this once; cannot be left by accident. */
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

type Proof = 'password' | 'code';

interface ProofFormProps {
  lead: ReactNode;
  asks: readonly Proof[];
  submit: string;
  danger?: boolean;
  /** A recovery code will not do. */
  appOnly?: boolean;
  onSend: (given: { password: string; code: string }) => Promise<void>;
  onCancel: () => void;
  /** Between the lead and the fields. */
  children?: ReactNode;
}

/** Asks for password, code, or both; errors of the server appear beside their field. */
function ProofForm({ lead, asks, submit, danger, appOnly, onSend, onCancel, children }: ProofFormProps) {
  const { t } = useTranslation(['account', 'errors', 'ui']);
  const form = useRef<HTMLFormElement>(null);
  const sending = useRef(false);
  const [busy, setBusy] = useState(false);
  const [values, setValues] = useState({ password: '', code: '' });
  const [errors, setErrors] = useState<Partial<Record<Proof | 'all', string>>>({});

  const show = (found: Partial<Record<Proof | 'all', string>>) => {
    setErrors(found);
    const first = asks.find((each) => found[each]);
    if (first) form.current?.querySelector<HTMLInputElement>(`[name="${first}"]`)?.select();
  };
  const send = async (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation();
    if (sending.current) return;
    const missing = asks.filter((each) => values[each].trim() === '');
    if (missing.length > 0) {
      show(Object.fromEntries(missing.map((each) => [each, t(`proof.${each}Missing`)])));
      return;
    }
    sending.current = true;
    setBusy(true);
    setErrors({});
    try {
      await onSend(values);
    } catch (error) {
      setBusy(false);
      show(await wordsOf(error));
    } finally {
      sending.current = false;
      setBusy(false);
    }
  };
  const wordsOf = async (error: unknown): Promise<Partial<Record<Proof | 'all', string>>> => {
    if (!(error instanceof ApiError)) return { all: t('unexpected', { ns: 'errors' }) };
    const found: Partial<Record<Proof | 'all', string>> = {};
    for (const problem of error.fields) {
      if (!asks.some((each) => each === problem.path)) continue;
      found[problem.path as Proof] ??=
        problem.key === 'account.password.wrong' ? t('proof.passwordWrong') : await fieldText(problem);
    }
    if (Object.keys(found).length > 0) return found;
    const words = describeError(error);
    return { all: 'key' in words ? t(words.key, { ns: 'errors' }) : words.text };
  };
  const bind = (name: Proof) => ({
    name,
    value: values[name],
    error: errors[name],
    onChange: (event: { currentTarget: { value: string } }) => {
      const { value } = event.currentTarget;
      setValues((now) => ({ ...now, [name]: value }));
      setErrors(({ [name]: _, ...rest }) => rest);
    },
  });

  return (
    <form ref={form} onSubmit={send} noValidate>
      <Stack gap="md">
        <Text size="sm" c="var(--vl-ink-2)">
          {lead}
        </Text>
        {children}
        {asks.includes('password') && (
          <PasswordInput
            {...bind('password')}
            label={t('proof.password')}
            autoComplete="current-password"
            maxLength={200}
            data-autofocus
            visibilityToggleButtonProps={{ 'aria-label': t('proof.show'), tabIndex: 0 }}
          />
        )}
        {asks.includes('code') && (
          <TextInput
            {...bind('code')}
            label={t('proof.code')}
            description={appOnly ? undefined : t('proof.codeHint')}
            autoComplete="one-time-code"
            inputMode={appOnly ? 'numeric' : 'text'}
            maxLength={40}
            spellCheck={false}
            autoFocus={asks.length === 1}
          />
        )}
        <Failure text={errors.all ?? ''} />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onCancel} disabled={busy}>
            {t('confirm.cancel', { ns: 'ui' })}
          </Button>
          <Button type="submit" loading={busy} color={danger ? 'red.9' : undefined}>
            {submit}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
