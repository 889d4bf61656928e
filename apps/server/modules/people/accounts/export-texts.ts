import type { AccountKind, UserExportColumn, UserStateName } from '@voltloop/contract';

interface ExportTexts {
  fileName: string;
  header: Record<UserExportColumn, string>;
  kind: Record<AccountKind, string>;
  state: Record<UserStateName, string>;
}

/** Texts of an exported list of accounts, in the languages of the console. */
export const exportTexts: Record<'en' | 'zh', ExportTexts> = {
  en: {
    fileName: 'users',
    header: {
      user_name: 'User name',
      name: 'Name',
      kind: 'Kind',
      state: 'State',
      parent: 'Superior',
      email: 'E-mail',
      mobile: 'Mobile',
      company: 'Company',
      address: 'Address',
      children: 'Accounts directly below',
      things: 'Devices',
      created_at: 'Created',
      last_login_time: 'Last sign-in',
    },
    kind: {
      main: 'Main account',
      factory: 'Factory',
      agent1: 'Agent I',
      agent2: 'Agent II',
      company: 'Installation company',
      installer: 'Installer',
      enduser: 'End user',
      staff: 'Back office',
    },
    state: { active: 'Active', disabled: 'Disabled', never: 'Never signed in' },
  },
  zh: {
    fileName: '用户',
    header: {
      user_name: '用户名',
      name: '名称',
      kind: '类型',
      state: '状态',
      parent: '上级',
      email: '邮箱',
      mobile: '手机',
      company: '公司',
      address: '地址',
      children: '直属账号数',
      things: '设备数',
      created_at: '创建时间',
      last_login_time: '最近登录',
    },
    kind: {
      main: '主账号',
      factory: '工厂',
      agent1: '一级代理',
      agent2: '二级代理',
      company: '安装公司',
      installer: '安装商',
      enduser: '终端用户',
      staff: '后台账号',
    },
    state: { active: '正常', disabled: '已停用', never: '从未登录' },
  },
};
