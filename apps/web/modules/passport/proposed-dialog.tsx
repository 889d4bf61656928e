import { useQuery } from '@tanstack/react-query';
import { rightOf } from '@voltloop/resource-kit/rights.ts';
import { type Entry, registry } from '@voltloop/resources/registry.ts';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { hasRight, useWho } from '../../context/rights.ts';
import { Dialog, EmptyState, StatusBadge } from '../../ui/index.ts';
import { QueryPlaceholder } from '../../ui/states/query-state.tsx';
import { type ActionProps, newLink } from '../resources/index.ts';
import styles from './passport.module.css';
import { proposedPassports } from './queries.ts';

const tones = { yes: 'warning', later: 'info', no: 'neutral', unknown: 'warning' } as const;

/** Batteries sold to the EU without a passport, each with a link to issue it. */
export function ProposedDialog({ onClose }: ActionProps) {
  const { t } = useTranslation('passport');
  const who = useWho();
  const found = useQuery(proposedPassports);
  const mayIssue = hasRight(who, rightOf(registry.passport as Entry, 'insert'));
  return (
    <Dialog opened onClose={onClose} size="xl" title={t('proposed.title')}>
      {!found.data ? (
        <QueryPlaceholder of={found} rows={4} />
      ) : found.data.length === 0 ? (
        <EmptyState compact title={t('proposed.none')} text={t('proposed.noneText')} />
      ) : (
        <ul className={styles.proposed}>
          {found.data.map(
            ({ batteryId, batteryCode, modelId, category, customer, country, documentNo, day, required }) => (
              <li key={batteryId}>
                <div>
                  <strong className={styles.code}>{batteryCode}</strong>
                  <p className={styles.quiet}>
                    {[category, `${customer} (${country})`, documentNo, day].filter(Boolean).join(' · ')}
                  </p>
                </div>
                <StatusBadge tone={tones[required]}>
                  {t(`proposed.${modelId ? required : 'noModel'}`)}
                </StatusBadge>
                {mayIssue && (
                  <Link
                    to={newLink('passport', { batteryId, modelId, placedOn: day })}
                    onClick={onClose}
                    aria-label={t('proposed.issueOf', { code: batteryCode })}
                  >
                    {t('proposed.issue')}
                  </Link>
                )}
              </li>
            ),
          )}
        </ul>
      )}
    </Dialog>
  );
}
