import {
  IconAlertTriangleFilled,
  IconCircleCheckFilled,
  IconCircleXFilled,
  IconInfoCircleFilled,
  IconX,
} from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Toast, type ToastTone, toast, useToasts } from './toast.ts';
import styles from './toasts.module.css';

const icons: Record<ToastTone, typeof IconX> = {
  warning: IconAlertTriangleFilled,
  error: IconCircleXFilled,
  success: IconCircleCheckFilled,
  info: IconInfoCircleFilled,
};

/** The messages over the page, newest below. */
export function Toasts() {
  const toasts = useToasts((state) => state.toasts);
  return (
    <div className={styles.stack} role="status" aria-atomic="false">
      {toasts.map((each) => (
        <ToastView key={each.id} toast={each} />
      ))}
    </div>
  );
}

function ToastView({ toast: { id, tone, what, duration_ms, undo } }: { toast: Toast }) {
  const { t } = useTranslation(['common', 'errors']);
  const [paused, setPaused] = useState(false);
  useEffect(() => {
    if (paused || duration_ms === 0) return;
    const timer = setTimeout(() => toast.close(id), duration_ms);
    return () => clearTimeout(timer);
  }, [id, paused, duration_ms]);
  const Icon = icons[tone];
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only pauses the timeout
    <div
      className={styles.toast}
      data-tone={tone}
      onPointerEnter={() => setPaused(true)}
      onPointerLeave={() => setPaused(false)}
      onFocus={() => setPaused(true)}
      onBlur={() => setPaused(false)}
    >
      <span className={styles.icon} aria-hidden="true">
        <Icon size={18} />
      </span>
      <span className={styles.text}>
        {'text' in what ? what.text : t(what.key, { ns: what.ns, ...what.values })}
      </span>
      {undo && (
        <button type="button" className={styles.undo} onClick={() => toast.undo(id)}>
          {t('undo')}
        </button>
      )}
      <button type="button" className={styles.close} aria-label={t('close')} onClick={() => toast.close(id)}>
        <IconX size={14} />
      </button>
    </div>
  );
}
