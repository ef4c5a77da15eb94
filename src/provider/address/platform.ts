const SYSTEMS: Readonly<Record<string, string>> = { win32: 'windows' };
const ARCHITECTURES: Readonly<Record<string, string>> = { x64: 'amd64', ia32: '386' };

/** This machine in the notation of providers: `linux_amd64`, `darwin_arm64`. */
export function thisPlatform(platform: string = process.platform, arch: string = process.arch): string {
  return `${SYSTEMS[platform] ?? platform}_${ARCHITECTURES[arch] ?? arch}`;
}
