import type { ReplyOf } from '@voltloop/contract';
import { acceptInvitation, lookInvitation } from '@voltloop/contract/calls/users.ts';
import { type FormEvent, useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation, useNavigate } from 'react-router';
import { ApiError } from '../api/errors.ts';
import { send } from '../api/send.ts';
import { begin, useSession } from '../api/session.ts';
import { codeOfHash } from '../modules/accounts/index.ts';
import { PlainButton } from '../ui/button/plain-button.tsx';
import { Field, PasswordField } from '../ui/form/field.tsx';
import { browserZone } from '../ui/text/format.ts';
import styles from './entry-frame.module.css';
import { EntryFrame } from './entry-frame.tsx';
import { checkInvited, type InvitedForm } from './invite-rules.ts';
import { useEntryForm } from './use-entry-form.ts';

const empty: InvitedForm = { name: '', email: '', user_name: '', password: '', repeat: '' };

/** Where an invited person creates their account and is signed in. */
export function InvitePage() {
  const { t } = useTranslation('invite');
  // The code stays in the URL's hash, which no server sees, so that a reload keeps it; a success leaves for good.
  const code = codeOfHash(useLocation().hash);
  const [offer, setOffer] = useState<ReplyOf<typeof lookInvitation> | null>(null);
  const [problem, setProblem] = useState<'invalid' | 'failed' | null>(code === null ? 'invalid' : null);
  const look = useCallback(async () => {
    if (code === null) return;
    setProblem(null);
    try {
      setOffer(await send(lookInvitation, { body: { code } }));
    } catch (error) {
      setProblem(error instanceof ApiError && error.status === 404 ? 'invalid' : 'failed');
    }
  }, [code]);
  useEffect(() => void look(), [look]);
  return (
    <EntryFrame>
      {offer && code ? (
        <Accept code={code} offer={offer} />
      ) : problem ? (
        <>
          <h1 className={styles.heading} data-page-title tabIndex={-1}>
            {t(problem)}
          </h1>
          <p className={styles.lead}>{t(`${problem}Text`)}</p>
          {problem === 'failed' && (
            <PlainButton kind="primary" onClick={() => void look()}>
              {t('retry')}
            </PlainButton>
          )}
          <p className={styles.lead}>
            <Link to="/login">{t('toLogin')}</Link>
          </p>
        </>
      ) : (
        <p className={styles.lead} role="status">
          {t('looking')}
        </p>
      )}
    </EntryFrame>
  );
}

function Accept({ code, offer }: { code: string; offer: ReplyOf<typeof lookInvitation> }) {
  const { t } = useTranslation(['invite', 'errors']);
  const navigate = useNavigate();
  const signedIn = useSession((session) => session.login?.name);
  const { form, values, failure, setFailure, validate, refuse, bind } = useEntryForm(
    t,
    () => ({ ...empty, email: offer.email ?? '' }),
    checkInvited,
  );
  const sending = useRef(false);
  // The session at the time of submit, so that the new account is not reported as another one. Kept after a success until
  // Home replaces this page.
  const [busy, setBusy] = useState<{ other: string | undefined } | null>(null);
  const other = busy ? busy.other : signedIn;

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (sending.current || !validate()) return;
    sending.current = true;
    setBusy({ other });
    try {
      const { repeat: _, ...body } = values;
      begin(
        await send(acceptInvitation, {
          body: { ...body, code, time_zone: browserZone() },
        }),
      );
      navigate('/', { replace: true });
    } catch (error) {
      sending.current = false;
      setBusy(null);
      if (error instanceof ApiError && error.status === 404) setFailure(t('invalidText'));
      else await refuse(error);
    }
  };

  return (
    <>
      <h1 className={styles.heading} data-page-title tabIndex={-1}>
        {t('heading')}
      </h1>
      <p className={styles.lead}>
        {t('lead', { inviter: offer.inviter_name, kind: t(`kind.${offer.kind}`) })}
      </p>
      {other && <p className={styles.lead}>{t('signedIn', { name: other })}</p>}
      <form ref={form} className={styles.form} onSubmit={submit} noValidate aria-label={t('heading')}>
        <div role="alert" className={styles.alertBox}>
          {failure && <p className={styles.alert}>{failure}</p>}
        </div>
        <Field {...bind('name')} autoComplete="name" maxLength={50} />
        <Field {...bind('email')} type="email" autoComplete="email" maxLength={200} />
        <Field
          {...bind('user_name')}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={16}
          hint={t('userNameHint')}
        />
        <PasswordField
          {...bind('password')}
          autoComplete="new-password"
          maxLength={16}
          hint={t('passwordHint')}
        />
        <PasswordField {...bind('repeat')} autoComplete="new-password" maxLength={16} />
        <PlainButton kind="primary" type="submit" loading={busy !== null}>
          {t('submit')}
        </PlainButton>
      </form>
    </>
  );
}
