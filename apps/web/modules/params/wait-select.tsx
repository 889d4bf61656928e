import { NativeSelect } from '@mantine/core';
import { useTranslation } from 'react-i18next';

/** Time within which an offline device must reconnect, s. */
const waits = [
  [120, 'minutes2'],
  [3600, 'hour'],
  [86_400, 'day'],
  [604_800, 'week'],
] as const;

export function WaitSelect({ value, onChange }: { value: number; onChange: (wait_s: number) => void }) {
  const { t } = useTranslation('params');
  return (
    <NativeSelect
      label={t('wait.label')}
      description={t('wait.hint')}
      value={String(value)}
      onChange={(event) => onChange(Number(event.currentTarget.value))}
      data={waits.map(([wait_s, name]) => ({ value: String(wait_s), label: t(`wait.${name}`) }))}
    />
  );
}
