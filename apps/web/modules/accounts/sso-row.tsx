import { Button } from '@mantine/core';
import { IconLogin2 } from '@tabler/icons-react';
import { linkOidc, unlinkOidc } from '@voltloop/contract/calls/oidc.ts';
import type { Security } from '@voltloop/contract/calls/self.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { Dialog, RelativeTime, StatusBadge } from '../../ui/index.ts';
import { toast } from '../../ui/toast/toast.ts';
import styles from './account-page.module.css';
import { useOwnReload } from './own-queries.ts';
import { ProofForm } from './proof-form.tsx';

interface SsoRowProps {
  security: Security;
  sso: NonNullable<Security['sso']>;
}

/** The account's link to the sign-in service, and a button to change it. */
export function SsoRow({ security, sso: { name, identity } }: SsoRowProps) {
  const { t } = useTranslation('account');
  const reload = useOwnReload();
  const [open, setOpen] = useState<'link' | 'unlink' | null>(null);
  const close = () => setOpen(null);
  return (
    <li className={styles.row}>
      <span className={styles.icon} aria-hidden="true">
        <IconLogin2 size={20} stroke={1.6} />
      </span>
      <div className={styles.text}>
        <h3 className={styles.rowTitle}>
          {t('sso.title')}
          <StatusBadge tone={identity ? 'ok' : 'neutral'}>{t(identity ? 'sso.on' : 'sso.off')}</StatusBadge>
        </h3>
        <p className={styles.rowText}>
          {identity ? (
            <>
              {t('sso.as', { label: identity.label ? `${name} (${identity.label})` : name })} ·{' '}
              {t('sso.since')} <RelativeTime time={identity.since} />
            </>
          ) : (
            t('sso.text', { name })
          )}
        </p>
        {identity && !security.has_password && <p className={styles.rowText}>{t('sso.only')}</p>}
      </div>
      {security.has_password && (
        <div className={styles.actions}>
          <Button variant="default" size="sm" onClick={() => setOpen(identity ? 'unlink' : 'link')}>
            {t(identity ? 'sso.unlink' : 'sso.link')}
          </Button>
        </div>
      )}
      <Dialog opened={open === 'link'} onClose={close} title={t('sso.linkTitle', { name })}>
        <ProofForm
          lead={t('sso.linkText', { name })}
          proofs={security.two_factor.enabled ? ['password', 'code'] : ['password']}
          submit={t('sso.linkSubmit', { name })}
          onCancel={close}
          onSend={async ({ password, code }) => {
            const redirect = window.location.pathname;
            const { url } = await call(linkOidc, { body: { password, redirect, ...(code ? { code } : {}) } });
            window.location.assign(url);
          }}
        />
      </Dialog>
      <Dialog opened={open === 'unlink'} onClose={close} title={t('sso.unlinkTitle', { name })}>
        <ProofForm
          lead={t('sso.unlinkText')}
          proofs={['password']}
          submit={t('sso.unlink')}
          danger
          onCancel={close}
          onSend={async ({ password }) => {
            await call(unlinkOidc, { body: { password } });
            toast.success({ ns: 'account', key: 'sso.unlinkDone' });
            close();
            await reload();
          }}
        />
      </Dialog>
    </li>
  );
}
