import { useTranslation } from 'react-i18next';
import { useSession } from '../../api/session.ts';
import { withoutPrefix } from '../../context/role-label.ts';
import styles from './navbar.module.css';

/** The name of the end user; its heading 'End User' can be hidden (specification section 2). */
export function EndUserBar({ hideHeading = false }: { hideHeading?: boolean }) {
  const { t } = useTranslation();
  const login = useSession((state) => state.login);
  if (!login) return null;
  return (
    <div className={styles.endUser}>
      {!hideHeading && <span className={styles.roleLabel}>{t('role.endUser')}</span>}
      <span className={styles.endUserName}>{withoutPrefix(login.user_name)}</span>
    </div>
  );
}
