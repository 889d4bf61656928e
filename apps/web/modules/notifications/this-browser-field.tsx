import { Button } from '@mantine/core';
import type { Notifications } from '@voltloop/contract/calls/notifications.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { notifyError } from '../../ui/toast/notify-error.ts';
import { toast } from '../../ui/toast/toast.ts';
import styles from './notifications.module.css';
import { browserName, notifyThisBrowser, pushState } from './this-browser.ts';

interface ThisBrowserFieldProps {
  own: Notifications;
  /** The server's id of this browser; null while it is not subscribed, undefined while that is being determined. */
  browser: string | null | undefined;
  onDone: () => void;
}

/** Adds this browser as a channel, or explains why that is impossible. Renders nothing if it is one already. */
export function ThisBrowserField({ own, browser, onDone }: ThisBrowserFieldProps) {
  const { t } = useTranslation('notifications');
  const [busy, setBusy] = useState(false);
  const [state, setState] = useState(pushState);
  const isChannel = own.channels.some(
    (channel) => channel.browser !== null && channel.browser === browser && channel.stopped_time === null,
  );
  if (browser === undefined || isChannel) return null;
  if (state !== 'open') return <p className={styles.note}>{t(`push.${state}`)}</p>;
  const begin = async () => {
    setBusy(true);
    try {
      const agreed = await notifyThisBrowser(own.push_key, browserName(navigator.userAgent));
      setState(pushState());
      if (agreed) toast.success({ ns: 'notifications', key: 'push.done' });
      onDone();
    } catch (error) {
      // The browser's push service may be unreachable or disabled.
      if (error instanceof DOMException) toast.warning({ ns: 'notifications', key: 'push.failed' });
      else notifyError(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button variant="default" size="xs" loading={busy} onClick={() => void begin()}>
      {t('push.begin')}
    </Button>
  );
}
