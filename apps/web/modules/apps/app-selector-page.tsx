import { Button } from '@mantine/core';
import {
  IconAdjustmentsHorizontal,
  IconAlertTriangle,
  IconDeviceDesktopAnalytics,
  IconDeviceTv,
  IconFileExport,
  IconHome,
  IconListDetails,
  IconRecycle,
  IconRefreshAlert,
  IconUsers,
} from '@tabler/icons-react';
import { type ComponentType, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { useSession } from '../../api/session.ts';
import { useMayOpen } from '../../context/may-open.ts';
import { AppRing } from './app-ring.tsx';
import styles from './app-selector-page.module.css';

interface App {
  id: string;
  /** Absent while the app does not exist. */
  path?: string;
  Icon: ComponentType<{ size?: number; stroke?: number }>;
}

/** The four apps in use come first; the ring of ten adds single pages. */
const APPS: readonly App[] = [
  { id: 'monitoring', path: '/operationStatuss/index', Icon: IconDeviceDesktopAnalytics },
  { id: 'backOffice', path: '/backoffice/home', Icon: IconRecycle },
  { id: 'reporting', Icon: IconFileExport },
  { id: 'dashboard', path: '/dashboard/operation', Icon: IconDeviceTv },
  { id: 'home', path: '/home/index', Icon: IconHome },
  { id: 'devices', path: '/deviceManager/index', Icon: IconListDetails },
  { id: 'events', path: '/endUserPage/faultyDevices/index', Icon: IconAlertTriangle },
  { id: 'upgrade', path: '/endUserPage/systemUpgrade/index', Icon: IconRefreshAlert },
  { id: 'parameters', path: '/paramSet/index', Icon: IconAdjustmentsHorizontal },
  { id: 'users', path: '/secondDistributorUserManager/index', Icon: IconUsers },
];

/** The app selector: a ring of four; `?icons=10` shows the ring of ten (interpretation B43). */
export default function AppSelectorPage() {
  const { t } = useTranslation('apps');
  const navigate = useNavigate();
  const [query] = useSearchParams();
  const mayOpen = useMayOpen();
  const staff = useSession((state) => state.login?.kind === 'staff');
  const apps = APPS.slice(0, query.get('icons') === '10' ? 10 : 4).map((app) => {
    // The start page of staff depends on their role; `/` redirects to it.
    const path = staff && app.id === 'backOffice' ? '/' : app.path;
    return {
      ...app,
      path,
      name: t(`app.${app.id}`),
      available: path !== undefined && (path === '/' || mayOpen(path)),
    };
  });
  const [chosen, setChosen] = useState(apps[0]?.id);
  const app = apps.find((each) => each.id === chosen) ?? apps[0];
  const open = () => {
    if (app?.available && app.path) void navigate(app.path);
  };
  return (
    <main id="main" tabIndex={-1} className={styles.page}>
      <h1 className={styles.title} tabIndex={-1} data-page-title>
        {t('title')}
      </h1>
      <AppRing apps={apps} onSelect={({ id }) => setChosen(id)} onOpen={open} />
      {app && (
        <section className={styles.card} aria-live="polite">
          <h2>{app.name}</h2>
          <p>{t(`about.${app.id}`)}</p>
          {app.available && app.path ? (
            <Button component={Link} to={app.path} className={styles.open}>
              {t('open')}
            </Button>
          ) : (
            <p className={styles.reason}>{t(app.path ? 'notForRole' : 'notYet')}</p>
          )}
        </section>
      )}
      <Link to="/" className={styles.back}>
        {t('back')}
      </Link>
    </main>
  );
}
