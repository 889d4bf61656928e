import { IconTextSize } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router';
import button from '../../parts/icon-button.module.css';
import { toast } from '../../parts/toast.ts';
import { useDisclosure } from '../../parts/use-disclosure.ts';
import { mayLeave } from '../tabs/leave-question.ts';
import { renew, useTabs } from '../tabs/tabs-store.ts';
import { setSize, useSize } from './size.ts';
import { type Size, sizes } from './size-cookie.ts';
import styles from './size-select.module.css';

/** Size of the controls; a change starts every open page anew. */
export function SizeSelect() {
  const { t } = useTranslation('settings');
  const { open, setOpen, root } = useDisclosure<HTMLDivElement>();
  const size = useSize((state) => state.size);
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const choose = async (next: Size) => {
    setOpen(false);
    if (!(await mayLeave(null))) return;
    setSize(next);
    renew(useTabs.getState().tabs.map((tab) => tab.path));
    toast.success({ ns: 'settings', key: 'size.done' });
    await navigate(`/redirect${pathname}${search}`, { replace: true });
  };
  return (
    <div ref={root} className={styles.root}>
      <button
        type="button"
        className={button.button}
        aria-label={t('size.label')}
        title={t('size.label')}
        aria-expanded={open}
        aria-controls="size-menu"
        onClick={() => setOpen(!open)}
      >
        <IconTextSize size={18} stroke={1.7} aria-hidden="true" />
      </button>
      <div id="size-menu" className={styles.panel} hidden={!open}>
        {sizes.map((each) => (
          <button
            key={each}
            type="button"
            className={styles.item}
            disabled={each === size}
            aria-current={each === size || undefined}
            onClick={() => void choose(each)}
          >
            {t(`size.${each}`)}
          </button>
        ))}
      </div>
    </div>
  );
}
