import { useTranslation } from 'react-i18next';
import { StatusBadge } from '../../ui/index.ts';

/** Whether the request succeeded. */
export function Result({ result }: { result: string }) {
  const { t } = useTranslation('log');
  return (
    <StatusBadge tone={result === 'ok' ? 'ok' : 'warning'} variant="plain">
      {result === 'ok' ? t('result.ok') : result === 'refused' ? t('result.refused') : result}
    </StatusBadge>
  );
}
