import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { PREVIEW_DAYS } from '@voltloop/contract/calls/notifications.ts';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../ui/index.ts';
import styles from './notifications.module.css';
import { rulePreview } from './queries.ts';
import { matchedBy, type RuleValues } from './rule-form.ts';

/** Number of recent events that the rule would have matched, counted by the server. */
export function RulePreview({ values }: { values: RuleValues }) {
  const { t } = useTranslation('notifications');
  const { number } = useFormat();
  const wanted = JSON.stringify(matchedBy(values));
  const [debounced] = useDebouncedValue(wanted, 400);
  const { data, isError } = useQuery(rulePreview(JSON.parse(debounced)));
  const text = () => {
    if (wanted === 'null') return t('preview.choose');
    if (isError) return t('preview.failed');
    if (!data || debounced !== wanted) return t('preview.busy');
    return t('preview.events', { count: data.events, n: number(data.events), days: PREVIEW_DAYS });
  };
  return (
    <p className={styles.preview} role="status">
      {text()}
    </p>
  );
}
