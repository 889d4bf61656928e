import type { SiteDetail } from '@voltloop/contract/calls/sites.ts';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { languageOf } from '../../context/language-of.ts';
import { Card, RelativeTime, useFormat } from '../../ui/index.ts';
import { EventLevel, thingPath } from '../things/index.ts';
import styles from './sites.module.css';

/** The worst active event among the devices of a site, with a link to it. */
export function SiteProblem({ site }: { site: SiteDetail }) {
  const { t } = useTranslation('sites');
  const { number, language: code } = useFormat();
  const language = languageOf(code);
  const { problem } = site;
  if (!problem) return null;
  return (
    <Card>
      <div className={styles.problem}>
        <EventLevel level={problem.level} />
        <strong>{problem.name[language]}</strong>
        <span>{problem.devid}</span>
        <span>
          {t('problem.since')} <RelativeTime time={problem.since} zone={site.time_zone} />
        </span>
        <Link to={thingPath(problem.devid, 'events')}>
          {problem.active > 1
            ? t('problem.all', { count: problem.active, n: number(problem.active) })
            : t('problem.open')}
        </Link>
      </div>
    </Card>
  );
}
