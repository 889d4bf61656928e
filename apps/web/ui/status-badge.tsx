import {
  IconAlertTriangleFilled,
  IconCircleCheckFilled,
  IconCircleXFilled,
  IconInfoCircleFilled,
  IconMinus,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import styles from './status-badge.module.css';
import { showFullText } from './text/full-text.ts';
import type { Tone } from './theme/tones.ts';

const icons: Record<Tone, ReactNode> = {
  ok: <IconCircleCheckFilled size={14} />,
  info: <IconInfoCircleFilled size={14} />,
  warning: <IconAlertTriangleFilled size={14} />,
  danger: <IconCircleXFilled size={14} />,
  neutral: <IconMinus size={14} stroke={2.5} />,
};

export interface StatusBadgeProps {
  tone: Tone;
  /** The state as text; colour and icon only repeat it. */
  children: ReactNode;
  /** Overrides the icon, 14 px. */
  icon?: ReactNode;
  /** `plain` drops the tinted background, for dense tables. */
  variant?: 'soft' | 'plain';
  /** Lets a sentence take several lines, where its place has room for them. */
  wrap?: boolean;
}

/** A state as icon, word and colour, so that it does not depend on colour. */
export function StatusBadge({ tone, children, icon, variant = 'soft', wrap = false }: StatusBadgeProps) {
  return (
    <span className={styles.badge} data-tone={tone} data-variant={variant} data-wrap={wrap || undefined}>
      <span className={styles.icon} aria-hidden="true">
        {icon ?? icons[tone]}
      </span>
      <span className={styles.text} onPointerEnter={showFullText}>
        {children}
      </span>
    </span>
  );
}
