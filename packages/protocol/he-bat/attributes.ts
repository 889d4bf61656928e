/**
 * Text attributes in the device's retained state message: versions, serial numbers, zone. Likewise for each pack in
 * `packs: [{P_no, P_SN, …}]`. E_LAT and E_LON are attributes too: a stored point has a resolution of a thousandth of
 * its unit, which would be 100 m of latitude.
 */
import type { Text } from '../info-model.ts';

export interface AttributeDefinition {
  key: string;
  part: 'system' | 'pack';
  label: Text;
}

const row = (
  key: string,
  part: AttributeDefinition['part'],
  en: string,
  zh: string,
): AttributeDefinition => ({
  key,
  part,
  label: { en, zh },
});

export const attributes: AttributeDefinition[] = [
  row('hw_version', 'system', 'Hardware version', '硬件版本'),
  row('sw_version', 'system', 'Software version', '软件版本'),
  row('M_SN', 'system', 'Battery serial number', '电池序列号'),
  row('M_HW', 'system', 'Master BMS hardware', '主控硬件版本'),
  row('M_FW', 'system', 'Master BMS firmware', '主控固件版本'),
  row('E_FW', 'system', 'EMS firmware', 'EMS固件版本'),
  row('E_MCU_FW', 'system', 'EMS controller firmware', 'EMS MCU固件版本'),
  row('E_BMS_FW', 'system', 'BMS firmware as seen by the EMS', 'EMS侧BMS固件版本'),
  row('E_TZ', 'system', 'Time zone of the device', '设备时区'),
  row('E_LAT', 'system', 'Latitude', '纬度'),
  row('E_LON', 'system', 'Longitude', '经度'),
  row('E_ACC', 'system', 'Accuracy of the position, m', '定位精度（米）'),
  row('P_SN', 'pack', 'Pack serial number', '电池包序列号'),
  row('P_FW', 'pack', 'Pack firmware', '电池包固件版本'),
  row('P_MFG_DATE', 'pack', 'Date of manufacture', '生产日期'),
];
