import { Button, Group, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { codes } from '@voltloop/contract/codes.ts';
import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../api/errors.ts';
import { type EndReason, signIn, stopWaiting, useSession } from '../../api/session.ts';
import { Dialog } from '../../ui/index.ts';
import { errorText } from '../../ui/states/error-text.ts';

/** Why someone ended the session, as on the login page. */
const NOTICES: Partial<Record<EndReason, 'sessionRevoked' | 'sessionDisplaced' | 'passwordChanged'>> = {
  revoked: 'sessionRevoked',
  displaced: 'sessionDisplaced',
  passwordChanged: 'passwordChanged',
};

/**
 * Signs in again over a page with unsaved input or scans, whose session has ended. A session that someone ended hides the page
 * meanwhile. Its calls wait, and continue
 * afterwards; a sign-in of the same account in another tab of the browser has the same effect.
 */
export function SignInAgain() {
  const { t } = useTranslation(['password', 'errors']);
  const name = useSession(({ login }) => login?.user_name ?? '');
  const reason = useSession(({ waiting }) => waiting?.reason ?? 'expired');
  const notice = NOTICES[reason];
  const [password, setPassword] = useState('');
  /** Null until the server asks for a code of the second factor. */
  const [code, setCode] = useState<string | null>(null);
  const [failure, setFailure] = useState('');
  const [busy, setBusy] = useState(false);
  const sending = useRef(false);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (sending.current || password === '') return;
    sending.current = true;
    setBusy(true);
    setFailure('');
    try {
      await signIn(name, password, code?.trim() || undefined);
    } catch (error) {
      if (error instanceof ApiError && error.code === codes.secondFactor.code && code === null) setCode('');
      else setFailure(errorText(error, t, { loginPage: true }));
    }
    sending.current = false;
    setBusy(false);
  };
  return (
    <Dialog
      opened
      onClose={() => {}}
      title={t('again.title')}
      closable={false}
      guarded={false}
      opaque={reason !== 'expired'}
    >
      <form onSubmit={(event) => void submit(event)} noValidate>
        <Stack gap="md">
          {notice && <Text size="sm">{t(notice, { ns: 'errors' })}</Text>}
          <Text size="sm">{t('again.text', { name })}</Text>
          <PasswordInput
            label={t('again.password')}
            autoComplete="current-password"
            data-autofocus
            value={password}
            error={failure}
            aria-invalid={failure !== '' || undefined}
            onChange={(event) => setPassword(event.currentTarget.value)}
          />
          {code !== null && (
            <TextInput
              label={t('again.code')}
              autoComplete="one-time-code"
              maxLength={40}
              // It appears after the password was accepted.
              autoFocus
              value={code}
              onChange={(event) => setCode(event.currentTarget.value)}
            />
          )}
          <Group justify="flex-end">
            <Button variant="default" onClick={stopWaiting}>
              {t('again.leave')}
            </Button>
            <Button type="submit" loading={busy} disabled={password === '' || code === ''}>
              {t('again.submit')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
