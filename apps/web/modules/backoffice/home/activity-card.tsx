import { IconHistory } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useMayOpen } from '../../../context/may-open.ts';
import { Card, EmptyState, RelativeTime, SkeletonRows } from '../../../ui/index.ts';
import { ShortRow } from '../../../ui/short-row.tsx';
import styles from './home-page.module.css';
import type { HomeView } from './queries.ts';

const LOG_PATH = '/backoffice/log';

/** The latest activity of users, newest first. */
export function ActivityCard({
  view,
  words,
}: {
  view: HomeView | undefined;
  /** The name of a resource's rows for a count. */
  words: (resource: string, count: number) => string;
}) {
  const { t } = useTranslation('backofficeHome');
  const mayOpen = useMayOpen();
  const lines = view?.home.activity ?? [];
  return (
    <Card
      title={t('activity.title')}
      padding="flush"
      tools={
        mayOpen(LOG_PATH) && (
          <Link to={LOG_PATH} className={styles.all}>
            {t('activity.all')}
          </Link>
        )
      }
    >
      {!view ? (
        <SkeletonRows rows={8} />
      ) : lines.length === 0 ? (
        <EmptyState
          compact
          icon={<IconHistory size={22} stroke={1.6} />}
          title={t('activity.none')}
          text={t('activity.noneText')}
        />
      ) : (
        <ul className={styles.list}>
          {lines.map((line) => {
            const one = line.count === 1 && line.title !== null;
            return (
              <ShortRow
                key={`${line.time} ${line.resource} ${line.action} ${line.user}`}
                to={one ? `/backoffice/${line.resource}/${line.id}` : `/backoffice/${line.resource}`}
                what={t(line.title ? 'activity.line' : 'activity.lineOf', {
                  action: t(`actions.${line.action}`, { defaultValue: line.action }),
                  what: words(line.resource, line.count),
                  title: line.title,
                })}
                when={<RelativeTime time={line.time} />}
                where={
                  <>
                    {line.user ?? t('activity.system')}
                    {line.count > 1 && ` · ${t('activity.rows', { count: line.count })}`}
                  </>
                }
              />
            );
          })}
        </ul>
      )}
    </Card>
  );
}
