import { SegmentedControl, Select } from '@mantine/core';
import { useId, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { savePreferences } from '../../api/load-self.ts';
import { type ColorScheme, setColorScheme, useColorScheme } from '../../context/color-scheme.ts';
import { isLanguage, setLanguage } from '../../context/i18n.ts';
import { Card } from '../../ui/index.ts';
import { notifyError } from '../../ui/toast/notify-error.ts';
import { toast } from '../../ui/toast/toast.ts';
import styles from './account-page.module.css';
import { useOwnReload, useSelf } from './own-queries.ts';

/** Language and time zone, stored with the account; colours, stored in this browser. */
export function PreferencesCard() {
  const { t, i18n } = useTranslation('account');
  const ids = useId();
  const reload = useOwnReload();
  const { data: self } = useSelf();
  const scheme = useColorScheme((state) => state.scheme);
  const zones = useMemo(() => Intl.supportedValuesOf('timeZone'), []);
  const zone = self?.time_zone ?? null;

  const save = async (preferences: Parameters<typeof savePreferences>[0]) => {
    try {
      await savePreferences(preferences);
      await reload();
      toast.success({ ns: 'account', key: 'preferences.saved' });
    } catch (error) {
      notifyError(error);
    }
  };
  return (
    <Card title={t('preferences.title')}>
      <div className={styles.setting}>
        <span id={`${ids}-language`} className={styles.label}>
          {t('preferences.language')}
        </span>
        <SegmentedControl
          fullWidth
          aria-labelledby={`${ids}-language`}
          value={i18n.language}
          data={[
            { value: 'en', label: 'English' },
            { value: 'zh', label: '中文' },
          ]}
          onChange={(value) => {
            if (!isLanguage(value)) return;
            void setLanguage(value).then(() => save({ language: value }));
          }}
        />
      </div>
      <div className={styles.setting}>
        <Select
          label={t('preferences.zone')}
          description={t('preferences.zoneText')}
          placeholder={t('preferences.noZone')}
          data={zone && !zones.includes(zone) ? [zone, ...zones] : zones}
          value={zone}
          searchable
          limit={60}
          nothingFoundMessage={t('preferences.noSuchZone')}
          allowDeselect={false}
          disabled={!self}
          onChange={(value) => value && void save({ time_zone: value })}
        />
      </div>
      <div className={styles.setting}>
        <span id={`${ids}-colours`} className={styles.label}>
          {t('preferences.colours')}
        </span>
        <SegmentedControl
          fullWidth
          aria-labelledby={`${ids}-colours`}
          value={scheme}
          data={(['light', 'dark', 'auto'] as const).map((value) => ({
            value,
            label: t(`preferences.${value}`),
          }))}
          onChange={(value) => setColorScheme(value as ColorScheme)}
        />
      </div>
    </Card>
  );
}
