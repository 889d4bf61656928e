import styles from './jobs.module.css';

export interface JobsPart {
  tone: 'ok' | 'warn' | 'bad' | 'now' | 'off' | 'rest';
  n: number;
  text: string;
}

interface JobsProgressProps {
  /** For screen readers: whose progress. */
  label: string;
  total: number;
  ended: number;
  /** Shares of the jobs, as a bar and in words; empty ones are left out. */
  parts: readonly JobsPart[];
}

/** Progress of a campaign or batch. */
export function JobsProgress({ label, total, ended, parts }: JobsProgressProps) {
  const shown = parts.filter(({ n }) => n > 0);
  return (
    <div>
      <div
        className={styles.progress}
        role="progressbar"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={total}
        aria-valuenow={ended}
        aria-valuetext={shown.map(({ text }) => text).join(', ')}
      >
        {shown.map(({ tone, n }) => (
          <span key={tone} data-tone={tone} style={{ flexGrow: n }} />
        ))}
      </div>
      <div className={styles.counts} aria-hidden="true">
        {shown.map(({ tone, text }) => (
          <span key={tone}>
            <span className={styles.dot} data-tone={tone} />
            {text}
          </span>
        ))}
      </div>
    </div>
  );
}
