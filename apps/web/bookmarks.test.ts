import type { List } from '@voltloop/contract/lists/define-list.ts';
import { devicesList } from '@voltloop/contract/lists/devices.list.ts';
import { eventsList } from '@voltloop/contract/lists/events.list.ts';
import { firmwareDevicesList } from '@voltloop/contract/lists/firmware-devices.list.ts';
import { logList } from '@voltloop/contract/lists/log.list.ts';
import { monitoringList } from '@voltloop/contract/lists/monitoring.list.ts';
import { reportsList } from '@voltloop/contract/lists/reports.list.ts';
import { sitesList } from '@voltloop/contract/lists/sites.list.ts';
import { staffList } from '@voltloop/contract/lists/staff.list.ts';
import { stockContentsList } from '@voltloop/contract/lists/stock-contents.list.ts';
import { usersList } from '@voltloop/contract/lists/users.list.ts';
import { workList } from '@voltloop/contract/lists/work.list.ts';
import { expect, it } from 'vitest';
import * as params from './modules/params/params-url.ts';
import { listAddress } from './ui/list/list-view.ts';

const id = '6b0e0000-0000-4000-8000-000000000000';
const through =
  <View>(fromUrl: (params: URLSearchParams) => View, toUrl: (view: View) => URLSearchParams) =>
  (address: string) =>
    toUrl(fromUrl(new URLSearchParams(address)));

function declared(list: List) {
  const { fromUrl, toUrl } = listAddress(list);
  return through(fromUrl, toUrl);
}

/** URLs in users' links and saved views: the meaning of each must never change. */
it.each([
  ['device=HB1&view=history&group=grid&batch=7&tab=batches', through(params.viewFromUrl, params.viewToUrl)],
  [
    'search=Haus&state=2&problem=3&sw=2.4&hw=B&from=2026-03-01&to=2026-03-09&devtype=HE_BAT&account=none&sort=soc&order=desc',
    declared(devicesList),
  ],
  ['search=a%26b&problem=2&state=0&sort=problem&order=desc', declared(monitoringList)],
  [
    'search=x&state=all&level=2%2C3&unseen=1&source=EMS&span=7d&devid=HB1&code=P_PROT.3%402&rule=r&account=a&sort=level&order=asc&page=3&size=50',
    declared(eventsList),
  ],
  ['kind=slave&search=x&version=unknown&sort=soc&order=desc&page=2&size=50', declared(firmwareDevicesList)],
  ['state=2', declared(eventsList)],
  ['kind=stockTake&own=1&page=2&size=50', declared(workList)],
  [
    `search=x&kind=installer&state=disabled&under=${id}&direct=1&sort=name&order=asc&page=2&size=33`,
    declared(usersList),
  ],
  ['search=x&role=101&state=disabled&sort=created_at&order=asc&page=2&size=100', declared(staffList)],
  ['search=x&state=4&tag=a&tag=b&sort=name&order=desc&page=2&size=50', declared(sitesList)],
  [
    'day=2026-03-01&location=&chemistry=A&condition=hold&search=x&page=2&size=50',
    declared(stockContentsList),
  ],
  [
    `search=x&type=4&state=2&when=soon&site=${id}&enterprise=${id}&from=2026-03-01&to=2026-03-31&page=2&size=200`,
    declared(reportsList),
  ],
  [
    'search=x&user=u&action=a&type=t&object=o&ip=10.0.0.1&result=refused&span=days&from=2026-03-01&to=2026-03-31&order=asc&page=2&size=100',
    declared(logList),
  ],
])('%s', (kept, write) => {
  const sorted = (address: URLSearchParams | string) => [...new URLSearchParams(address)].sort();
  expect(sorted(write(kept))).toEqual(sorted(kept));
});
