import { Button, Group, PasswordInput, Stack, Text } from '@mantine/core';
import { changePassword } from '@voltloop/contract/calls/self.ts';
import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { callRaw } from '../../api/call.ts';
import { ApiError, describeError } from '../../api/errors.ts';
import { loadSelf } from '../../api/load-self.ts';
import { signOut } from '../../api/session.ts';
import { fieldText } from '../../ui/form/field-text.ts';
import { Dialog } from '../../ui/index.ts';
import { type ToastText, toast } from '../../ui/toast/toast.ts';
import {
  emptyPasswordForm,
  oldPasswordHint,
  PASSWORD_MAX,
  type PasswordForm,
  passwordErrors,
  toastOf,
} from './password-rules.ts';

/** Length of this dialog's toasts, ms (specification section 9). */
const TOAST_MS = 2000;
const fields = ['pass', 'newPass', 'checkPass'] as const;
/** Field names of the call, mapped to those of the dialog. */
const fieldOfPath: Record<string, keyof PasswordForm> = {
  password: 'newPass',
  origin_password: 'pass',
  oldpassword: 'pass',
};

export interface PasswordDialogProps {
  opened: boolean;
  onClose: () => void;
}

/** Changes the own password: opens empty, closes on success, stays open on any error. */
export function PasswordDialog({ opened, onClose }: PasswordDialogProps) {
  const { t } = useTranslation('password');
  const [busy, setBusy] = useState(false);
  return (
    <Dialog opened={opened} onClose={onClose} title={t('title')} closable={!busy}>
      {/* Mounted with the dialog's content, so each opening begins with an empty form. */}
      <PasswordFormView lead={t('text')} onBusy={setBusy} onDone={onClose} onCancel={onClose} />
    </Dialog>
  );
}

/** The same for a user whose password was set by a superior: the only other option is to sign out. */
export function ForcedPasswordDialog() {
  const { t } = useTranslation('password');
  return (
    <Dialog opened onClose={() => {}} title={t('forcedTitle')} closable={false}>
      <PasswordFormView
        lead={t('forcedText')}
        onBusy={() => {}}
        // The account is no longer locked to this dialog; the pages behind it appear.
        onDone={() => void loadSelf().catch(() => window.location.reload())}
        onCancel={() => void signOut()}
        cancelLabel={t('signOut')}
      />
    </Dialog>
  );
}

interface FormViewProps {
  lead: string;
  onBusy: (busy: boolean) => void;
  onDone: () => void;
  onCancel: () => void;
  cancelLabel?: string;
}

function PasswordFormView({ lead, onBusy, onDone, onCancel, cancelLabel }: FormViewProps) {
  const { t } = useTranslation(['password', 'ui']);
  const form = useRef<HTMLFormElement>(null);
  const sending = useRef(false);
  const [values, setValues] = useState<PasswordForm>(emptyPasswordForm);
  const [errors, setErrors] = useState<Partial<Record<keyof PasswordForm, string>>>({});
  const [busy, setBusy] = useState(false);
  const hint = oldPasswordHint(values.pass);

  const show = (found: Partial<Record<keyof PasswordForm, string>>) => {
    setErrors(found);
    const first = fields.find((each) => found[each]);
    if (first) form.current?.querySelector<HTMLInputElement>(`[name="${first}"]`)?.focus();
    return first === undefined;
  };
  const run = (on: boolean) => {
    sending.current = on;
    setBusy(on);
    onBusy(on);
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation();
    if (sending.current) return;
    const found = passwordErrors(values);
    if (!show(found)) {
      const key = toastOf(found);
      if (key) toast.error({ ns: 'password', key }, TOAST_MS);
      return;
    }
    run(true);
    try {
      const response = await callRaw(changePassword, {
        query: { update_pwd_way: '3' },
        body: { password: values.newPass, origin_password: values.pass },
      });
      // Only an empty reply is success (interpretation A15).
      if ((await response.text()) !== '') throw new ApiError(response.status, 0, '');
      toast.success({ ns: 'password', key: 'done' }, TOAST_MS);
      run(false);
      onDone();
    } catch (error) {
      run(false);
      const [words, beside] = await wordsOf(error);
      toast.error(words, TOAST_MS);
      show(beside);
    }
  };
  const bind = (field: keyof PasswordForm) => ({
    name: field,
    maxLength: PASSWORD_MAX,
    value: values[field],
    error: errors[field] && t(errors[field], { defaultValue: errors[field] }),
    required: true,
    withAsterisk: false,
    onChange: (event: { currentTarget: { value: string } }) => {
      const next = { ...values, [field]: event.currentTarget.value };
      setValues(next);
      // Fields that already show an error are validated again at each keystroke.
      const current = passwordErrors(next);
      setErrors((now) =>
        Object.fromEntries(
          Object.entries(now).flatMap(([name]) => {
            const key = current[name as keyof PasswordForm];
            return key ? [[name, key]] : [];
          }),
        ),
      );
    },
    onBlur: () => {
      // Checks the repetition too, once there is one.
      const current = passwordErrors(values);
      setErrors((now) => ({
        ...now,
        [field]: current[field],
        ...(field === 'newPass' && values.checkPass ? { checkPass: current.checkPass } : {}),
      }));
    },
  });

  return (
    <form ref={form} onSubmit={submit} noValidate aria-label={t('title')}>
      <Stack gap="sm">
        <Text size="sm" c="var(--vl-ink-2)">
          {lead}
        </Text>
        <PasswordInput
          {...bind('pass')}
          label={t('old')}
          description={hint && !errors.pass ? t(hint) : undefined}
          autoComplete="current-password"
          data-autofocus
          visibilityToggleButtonProps={{ 'aria-label': t('show'), tabIndex: 0 }}
        />
        <PasswordInput
          {...bind('newPass')}
          label={t('new')}
          description={errors.newPass ? undefined : t('newHint')}
          autoComplete="new-password"
          visibilityToggleButtonProps={{ 'aria-label': t('show'), tabIndex: 0 }}
        />
        <PasswordInput
          {...bind('checkPass')}
          label={t('confirm')}
          autoComplete="new-password"
          visibilityToggleButtonProps={{ 'aria-label': t('show'), tabIndex: 0 }}
        />
        <Group justify="flex-end" gap="xs" mt="xs">
          <Button variant="default" onClick={onCancel} disabled={busy}>
            {cancelLabel ?? t('confirm.cancel', { ns: 'ui' })}
          </Button>
          <Button type="submit" loading={busy}>
            {t('submit')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** Shows the toast of a failure (specification section 8), and the errors of the fields. */
async function wordsOf(error: unknown): Promise<[ToastText, Partial<Record<keyof PasswordForm, string>>]> {
  if (!(error instanceof ApiError)) return [{ ns: 'errors', key: 'unexpected' }, {}];
  const beside: Partial<Record<keyof PasswordForm, string>> = {};
  const texts: string[] = [];
  for (const problem of error.fields) {
    const text = await fieldText(problem);
    texts.push(text);
    const field = fieldOfPath[problem.path];
    if (field) beside[field] ??= text;
  }
  if (error.status === 400 && texts.length) return [{ text: texts.join('; ') }, beside];
  // Rate limits and network errors are reported as everywhere.
  if (error.status === 400 || error.status === 429 || error.status === 0) {
    const words = describeError(error);
    return ['key' in words ? { ns: 'errors', key: words.key } : words, beside];
  }
  return [{ ns: 'password', key: 'failed' }, beside];
}
