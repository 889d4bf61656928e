import { Button } from '@mantine/core';
import { IconKey, IconQrcode, IconShieldLock } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Card, ErrorState, RelativeTime, SkeletonRows, StatusBadge } from '../../ui/index.ts';
import styles from './account-page.module.css';
import { useOwnReload, useSecurity } from './own-queries.ts';
import { PasswordDialog } from './password-dialog.tsx';
import { SsoRow } from './sso-row.tsx';

const dialogs = () => import('./two-factor-dialogs.tsx');
const EnrolDialog = lazy(async () => ({ default: (await dialogs()).EnrolDialog }));
const DisableDialog = lazy(async () => ({ default: (await dialogs()).DisableDialog }));
const RenewCodesDialog = lazy(async () => ({ default: (await dialogs()).RenewCodesDialog }));
const LoginCodeDialog = lazy(() => import('./login-code-dialog.tsx'));

type Open = 'password' | 'enrol' | 'disable' | 'renew' | 'device' | null;
/** At or below this number the console suggests new recovery codes. */
const FEW_CODES = 3;

/** Password, second factor, and signing in on another device. */
export function SecurityCard() {
  const { t } = useTranslation('account');
  const reload = useOwnReload();
  const { data: security, error, refetch } = useSecurity();
  const [open, setOpen] = useState<Open>(null);
  const close = () => {
    setOpen(null);
    void reload();
  };
  const factor = security?.two_factor;
  return (
    <Card title={t('security.title')} description={t('security.text')}>
      {!security &&
        (error ? <ErrorState error={error} onRetry={refetch} compact /> : <SkeletonRows rows={3} />)}
      {security && factor && (
        <ul className={styles.rows} data-wide>
          <li className={styles.row}>
            <span className={styles.icon} aria-hidden="true">
              <IconKey size={20} stroke={1.6} />
            </span>
            <div className={styles.text}>
              <h3 className={styles.rowTitle}>{t('password.title')}</h3>
              <p className={styles.rowText}>
                {!security.has_password && t('password.none')}
                {security.has_password && security.password_time === null && t('password.never')}
                {security.has_password && security.password_time !== null && (
                  <>
                    {t('password.since')} <RelativeTime time={security.password_time} />
                  </>
                )}
              </p>
            </div>
            {security.has_password && (
              <div className={styles.actions}>
                <Button variant="default" size="sm" onClick={() => setOpen('password')}>
                  {t('password.change')}
                </Button>
              </div>
            )}
          </li>
          {security.sso && <SsoRow security={security} sso={security.sso} />}
          <li className={styles.row}>
            <span className={styles.icon} aria-hidden="true">
              <IconShieldLock size={20} stroke={1.6} />
            </span>
            <div className={styles.text}>
              <h3 className={styles.rowTitle}>
                {t('factor.title')}
                <StatusBadge tone={factor.enabled ? 'ok' : 'neutral'}>
                  {t(factor.enabled ? 'factor.on' : 'factor.off')}
                </StatusBadge>
              </h3>
              <p className={styles.rowText}>
                {!factor.enabled && t(security.has_password ? 'factor.text' : 'factor.noPassword')}
                {factor.enabled && (
                  <span className={factor.recovery_codes_left <= FEW_CODES ? styles.warn : undefined}>
                    {t('factor.left', { count: factor.recovery_codes_left })}
                  </span>
                )}
              </p>
            </div>
            <div className={styles.actions}>
              {factor.enabled ? (
                <>
                  <Button variant="default" size="sm" onClick={() => setOpen('renew')}>
                    {t('factor.renew')}
                  </Button>
                  <Button variant="default" size="sm" onClick={() => setOpen('disable')}>
                    {t('factor.disable')}
                  </Button>
                </>
              ) : (
                <Button
                  variant="default"
                  size="sm"
                  disabled={!security.has_password}
                  data-guide="second-factor"
                  onClick={() => setOpen('enrol')}
                >
                  {t('factor.enable')}
                </Button>
              )}
            </div>
          </li>
          <li className={styles.row}>
            <span className={styles.icon} aria-hidden="true">
              <IconQrcode size={20} stroke={1.6} />
            </span>
            <div className={styles.text}>
              <h3 className={styles.rowTitle}>{t('device.title')}</h3>
              <p className={styles.rowText}>{t('device.text')}</p>
            </div>
            <div className={styles.actions}>
              <Button variant="default" size="sm" onClick={() => setOpen('device')}>
                {t('device.show')}
              </Button>
            </div>
          </li>
        </ul>
      )}
      <PasswordDialog opened={open === 'password'} onClose={close} />
      <Suspense>
        {open === 'enrol' && <EnrolDialog onClose={close} />}
        {open === 'disable' && <DisableDialog onClose={close} />}
        {open === 'renew' && <RenewCodesDialog onClose={close} />}
        {open === 'device' && <LoginCodeDialog onClose={close} />}
      </Suspense>
    </Card>
  );
}
