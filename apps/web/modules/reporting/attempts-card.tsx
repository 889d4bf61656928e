import type { ReportAttempt } from '@voltloop/contract/calls/reporting.ts';
import { useTranslation } from 'react-i18next';
import { Card, StatusBadge, type Tone, useFormat } from '../../ui/index.ts';
import styles from './reporting.module.css';
import { useRefusalWords, useWrongWords } from './words.ts';

const tones: Readonly<Record<ReportAttempt['state'], Tone>> = {
  waiting: 'info',
  accepted: 'ok',
  refused: 'danger',
  expired: 'danger',
};

/** Every submission of a record, with each request and its response. */
export function AttemptsCard({ type, attempts }: { type: number; attempts: readonly ReportAttempt[] }) {
  const { t } = useTranslation('reporting');
  return (
    <Card title={t('attempts.title')}>
      {attempts.length === 0 ? (
        <p className={styles.quiet}>{t('attempts.none')}</p>
      ) : (
        <ol className={styles.attempts}>
          {attempts.map((attempt) => (
            <Attempt key={attempt.n} type={type} attempt={attempt} />
          ))}
        </ol>
      )}
    </Card>
  );
}

function Attempt({ type, attempt }: { type: number; attempt: ReportAttempt }) {
  const { t } = useTranslation('reporting');
  const { date } = useFormat();
  const refusal = useRefusalWords();
  const wrong = useWrongWords();
  const { n, version, channel, state, createdAt, createdBy, nextAt, inDoubt, error, sends } = attempt;
  return (
    <li>
      <p className={styles.attemptHead}>
        <strong>{t('attempts.nth', { n })}</strong>
        <StatusBadge tone={tones[state]}>{t(`attempts.state.${state}`)}</StatusBadge>
        <span className={styles.quiet}>
          {[createdBy, date(createdAt, 'dateTime'), t('payload.nth', { n: version }), t(`channel.${channel}`)]
            .filter(Boolean)
            .join(' · ')}
        </span>
      </p>
      {error && <p className={styles.quiet}>{refusal(type, error)}</p>}
      {inDoubt && channel === 'http' && <p className={styles.quiet}>{t('attempts.inDoubt')}</p>}
      {nextAt !== null && channel === 'http' && (
        <p className={styles.quiet}>{t('attempts.next', { time: date(nextAt, 'dateTime') })}</p>
      )}
      {sends.map(({ at, purpose, request, answeredAt, status, answer, outcome }) => (
        <details key={`${at} ${purpose}`} className={styles.send}>
          <summary>
            {date(at, 'dateTime')} · {t(`attempts.purpose.${purpose}`)} ·{' '}
            {outcome ? t(`attempts.outcome.${outcome}`) : t('attempts.noAnswer')}
            {status !== null && ` (${status})`}
          </summary>
          <h3>{t('attempts.request')}</h3>
          <pre>{request}</pre>
          <h3>
            {t('attempts.answer')}
            {answeredAt !== null && ` · ${date(answeredAt, 'dateTime')}`}
          </h3>
          <pre>{answer === null ? t('attempts.noAnswer') : wrong(answer)}</pre>
        </details>
      ))}
    </li>
  );
}
