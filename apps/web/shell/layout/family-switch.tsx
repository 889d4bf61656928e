import { IconDeviceDesktopAnalytics, IconRecycle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { type Family, familiesOf } from '../../context/family.ts';
import { useWho } from '../../context/rights.ts';
import { siteMap } from '../../context/site-map.ts';
import styles from './family-switch.module.css';

const icons = { portal: IconDeviceDesktopAnalytics, backoffice: IconRecycle };

/** Switches between portal and back office, for accounts with access to both; collapsed, a link to the other one. */
export function FamilySwitch({ family, collapsed }: { family: Family; collapsed: boolean }) {
  const { t } = useTranslation('shell');
  const families = familiesOf(siteMap(), useWho());
  if (families.length < 2) return null;
  const shown = collapsed ? families.filter((each) => each.family !== family) : families;
  return (
    <ul className={styles.switch} aria-label={t('family.label')} data-collapsed={collapsed || undefined}>
      {shown.map((each) => {
        const Icon = icons[each.family];
        const name = t(`family.${each.family}`);
        return (
          <li key={each.family}>
            <Link
              to={each.home}
              className={styles.family}
              aria-current={each.family === family ? 'true' : undefined}
              aria-label={collapsed ? name : undefined}
              title={collapsed ? name : undefined}
            >
              <Icon size={16} stroke={1.7} aria-hidden="true" />
              {!collapsed && <span>{name}</span>}
            </Link>
          </li>
        );
      })}
    </ul>
  );
}
