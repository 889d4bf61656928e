import { IconCircleCheck } from '@tabler/icons-react';
import type { Condition } from '@voltloop/resource-kit';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { languageOf } from '../../../context/language-of.ts';
import { Card, EmptyState, SkeletonRows, StatusBadge, useFormat } from '../../../ui/index.ts';
import styles from './home-page.module.css';
import type { Home, HomeView } from './queries.ts';
import { warningPath } from './warning-url.ts';

/** What needs attention soon, the most severe first, each with a link to its rows. */
export function WarningsCard({ view }: { view: HomeView | undefined }) {
  const { t } = useTranslation('backofficeHome');
  const grave = { danger: 0, warning: 1, info: 2 };
  const warnings = (view?.home.warnings ?? [])
    .flatMap((found) => {
      const declared = view?.resources.get(found.resource)?.home?.warnings;
      const warning = declared?.find((each) => each.name === found.name);
      return warning ? [{ found, warning }] : [];
    })
    .sort((a, b) => grave[a.warning.tone] - grave[b.warning.tone]);
  return (
    <Card title={t('warnings.title')} padding="flush">
      {!view ? (
        <SkeletonRows rows={4} />
      ) : warnings.length === 0 ? (
        <EmptyState
          compact
          icon={<IconCircleCheck size={22} stroke={1.6} />}
          title={t('warnings.none')}
          text={t('warnings.noneText')}
        />
      ) : (
        <ul className={styles.list}>
          {warnings.map(({ found, warning }) => (
            <OneWarning key={`${found.resource} ${found.name}`} found={found} {...warning} />
          ))}
        </ul>
      )}
    </Card>
  );
}

function OneWarning({
  found,
  words,
  tone,
}: {
  found: Home['warnings'][number];
  words: { en: string; zh: string };
  tone: 'danger' | 'warning' | 'info';
}) {
  const { t } = useTranslation('backofficeHome');
  const format = useFormat();
  const more = found.count - found.rows.length;
  return (
    <li className={styles.warning}>
      <Link to={warningPath(found.resource, found.filter as Condition[])} className={styles.warningHead}>
        <StatusBadge wrap tone={tone}>
          {words[languageOf(format.language)]}
        </StatusBadge>
        <span className={styles.count}>{format.number(found.count)}</span>
      </Link>
      <ul className={styles.rows}>
        {found.rows.map(({ id, title, date }) => (
          <li key={id}>
            <Link to={`/backoffice/${found.resource}/${id}`} className={styles.row}>
              {title}
              {date && <span className={styles.date}>{date}</span>}
            </Link>
          </li>
        ))}
        {more > 0 && <li className={styles.more}>{t('warnings.more', { count: more })}</li>}
      </ul>
    </li>
  );
}
