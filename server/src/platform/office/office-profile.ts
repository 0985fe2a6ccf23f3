import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

type Setting = [path: string, name: string, value: string];

const COMMON = '/org.openoffice.Office.Common/Security/Scripting';
const INET = '/org.openoffice.Inet/Settings';

/** Macros and links are disabled, and any remaining network request goes to a proxy that does not exist. */
const SETTINGS: Setting[] = [
  [COMMON, 'MacroSecurityLevel', '3'],
  [COMMON, 'DisableMacrosExecution', 'true'],
  [COMMON, 'BlockUntrustedRefererLinks', 'true'],
  [INET, 'ooInetProxyType', '2'],
  [INET, 'ooInetHTTPProxyName', '127.0.0.1'],
  [INET, 'ooInetHTTPProxyPort', '9'],
  [INET, 'ooInetHTTPSProxyName', '127.0.0.1'],
  [INET, 'ooInetHTTPSProxyPort', '9'],
];

/** Creates a separate user profile for one run of LibreOffice. */
export async function writeOfficeProfile(folder: string): Promise<void> {
  const items = SETTINGS.map(
    ([path, name, value]) =>
      `<item oor:path="${path}"><prop oor:name="${name}" oor:op="fuse"><value>${value}</value></prop></item>`,
  );
  await mkdir(join(folder, 'user'), { recursive: true });
  await writeFile(
    join(folder, 'user', 'registrymodifications.xcu'),
    `<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry" xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">
${items.join('\n')}
</oor:items>
`,
  );
}
