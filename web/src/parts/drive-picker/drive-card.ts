/** A file or folder of the drive that a message links to. */
export type DriveCard = { id: string; name: string; href: string; about: string };
