import type { AccountKind } from '../roles.ts';
import { type WordsByValue, words } from './define-list.ts';

export const accountKindWords = {
  main: words('Main account', '主账号'),
  factory: words('Factory', '工厂'),
  agent1: words('Agent I', '一级代理'),
  agent2: words('Agent II', '二级代理'),
  company: words('Installation company', '安装公司'),
  installer: words('Installer', '安装商'),
  enduser: words('End user', '终端用户'),
  staff: words('Back office', '后台账号'),
} satisfies Record<AccountKind, unknown>;

/** Whether an account may sign in, and whether it has done so. */
export const userStateWords = {
  active: words('Active', '正常'),
  never: words('Never signed in', '从未登录'),
  disabled: words('Disabled', '已停用'),
} satisfies WordsByValue;
