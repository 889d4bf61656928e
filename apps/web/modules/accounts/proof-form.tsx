import { Button, Group, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../api/errors.ts';
import { fieldText } from '../../ui/form/field-text.ts';
import { Failure } from '../../ui/index.ts';
import { errorText } from '../../ui/states/error-text.ts';

type Proof = 'password' | 'code';

interface ProofFormProps {
  lead: ReactNode;
  proofs: readonly Proof[];
  submit: string;
  danger?: boolean;
  /** Recovery codes are not accepted. */
  appOnly?: boolean;
  onSend: (given: { password: string; code: string }) => Promise<void>;
  onCancel: () => void;
  /** Between the lead and the fields. */
  children?: ReactNode;
}

/** Asks for password, code, or both; the server's errors appear at their fields. */
export function ProofForm({
  lead,
  proofs,
  submit,
  danger,
  appOnly,
  onSend,
  onCancel,
  children,
}: ProofFormProps) {
  const { t } = useTranslation(['account', 'errors', 'ui']);
  const form = useRef<HTMLFormElement>(null);
  const sending = useRef(false);
  const [busy, setBusy] = useState(false);
  const [values, setValues] = useState({ password: '', code: '' });
  const [errors, setErrors] = useState<Partial<Record<Proof | 'all', string>>>({});

  const show = (found: Partial<Record<Proof | 'all', string>>) => {
    setErrors(found);
    const first = proofs.find((each) => found[each]);
    if (first) form.current?.querySelector<HTMLInputElement>(`[name="${first}"]`)?.select();
  };
  const send = async (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation();
    if (sending.current) return;
    const missing = proofs.filter((each) => values[each].trim() === '');
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
      if (!proofs.some((each) => each === problem.path)) continue;
      found[problem.path as Proof] ??=
        problem.key === 'account.password.wrong' ? t('proof.passwordWrong') : await fieldText(problem);
    }
    if (Object.keys(found).length > 0) return found;
    return { all: errorText(error, t) };
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
        {proofs.includes('password') && (
          <PasswordInput
            {...bind('password')}
            label={t('proof.password')}
            autoComplete="current-password"
            maxLength={200}
            data-autofocus
            visibilityToggleButtonProps={{ 'aria-label': t('proof.show'), tabIndex: 0 }}
          />
        )}
        {proofs.includes('code') && (
          <TextInput
            {...bind('code')}
            label={t('proof.code')}
            description={appOnly ? undefined : t('proof.codeHint')}
            autoComplete="one-time-code"
            inputMode={appOnly ? 'numeric' : 'text'}
            maxLength={40}
            spellCheck={false}
            autoFocus={proofs.length === 1}
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
