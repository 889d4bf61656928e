import { Radio, Stack, Textarea } from '@mantine/core';
import { type Cause, causes, missingOf, needsWords, REASON_MAX, REASON_MIN } from '@voltloop/resource-kit';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { localized } from './fields.ts';

/** A reason while it is being entered. */
export interface Reason {
  cause: Cause | null;
  words: string;
}
export const NO_REASON: Reason = { cause: null, words: '' };

/** A reason as call parameters; null while it is incomplete. */
export function completeReason(
  offered: readonly Cause[],
  { cause, words }: Reason,
): { cause: Cause; reason?: string } | null {
  const chosen = offered.find((each) => each === cause);
  const reason = words.trim() || undefined;
  if (!chosen || missingOf(offered, { cause: chosen, reason })) return null;
  return { cause: chosen, ...(reason ? { reason } : {}) };
}

interface ReasonFieldsProps {
  offered: readonly Cause[];
  value: Reason;
  onChange: (value: Reason) => void;
}

/** Inputs for a reason: a cause, and a text that is required for the cause "other". */
export function ReasonFields({ offered, value, onChange }: ReasonFieldsProps) {
  const { t, i18n } = useTranslation('backoffice');
  const [left, setLeft] = useState(false);
  const { cause, words } = value;
  const short = words.trim().length > 0 && words.trim().length < REASON_MIN;
  const missing = cause !== null && needsWords(cause) && words.trim() === '';
  return (
    <Stack gap="sm" mt="sm">
      <Radio.Group
        label={t('reason.label')}
        required
        value={cause}
        onChange={(next) => onChange({ ...value, cause: next as Cause })}
      >
        <Stack gap={6} mt={6}>
          {offered.map((each) => (
            <Radio key={each} value={each} label={localized(causes[each], i18n.language)} size="sm" />
          ))}
        </Stack>
      </Radio.Group>
      <Textarea
        label={t('reason.words')}
        required={cause !== null && needsWords(cause)}
        autosize
        minRows={2}
        maxRows={6}
        maxLength={REASON_MAX}
        value={words}
        error={left && (short || missing) ? t('reason.length', { min: REASON_MIN, max: REASON_MAX }) : null}
        onBlur={() => setLeft(true)}
        onChange={(event) => onChange({ ...value, words: event.currentTarget.value })}
      />
    </Stack>
  );
}
