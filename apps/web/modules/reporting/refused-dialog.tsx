import { Button, Group } from '@mantine/core';
import type { Report } from '@voltloop/contract/calls/reporting.ts';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Dialog } from '../../ui/index.ts';
import { ProblemList } from './problem-list.tsx';
import styles from './reporting.module.css';
import type { RefusedReport } from './use-submit.tsx';

/** Number of listed records; the others are counted. */
const MOST = 50;

interface RefusedDialogProps {
  /** Number of the other records, which were submitted. */
  submitted: number;
  refused: readonly RefusedReport[];
  /** The details to show of each. */
  reports: readonly Pick<Report, 'id' | 'type' | 'code' | 'document'>[];
  onClose: () => void;
}

/** The records that could not be submitted, with what each is missing. */
export function RefusedDialog({ submitted, refused, reports, onClose }: RefusedDialogProps) {
  const { t } = useTranslation(['reporting', 'ui']);
  return (
    <Dialog opened size="lg" onClose={onClose} title={t('refused.title', { count: refused.length })}>
      <p>
        {submitted > 0 && t('refused.others')}
        {t('refused.text')}
      </p>
      <ul className={styles.refused}>
        {refused.slice(0, MOST).map(({ id, problems }) => {
          const report = reports.find((each) => each.id === id);
          return (
            <li key={id}>
              <Link to={`/backoffice/reporting/${id}`} onClick={onClose} className="link">
                {report?.code ?? report?.document.no ?? id.slice(0, 8)}
              </Link>
              <ProblemList type={report?.type ?? 0} problems={problems} onLeave={onClose} />
            </li>
          );
        })}
      </ul>
      {refused.length > MOST && <p>{t('refused.more', { count: refused.length - MOST })}</p>}
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={onClose} data-autofocus>
          {t('close', { ns: 'ui' })}
        </Button>
      </Group>
    </Dialog>
  );
}
