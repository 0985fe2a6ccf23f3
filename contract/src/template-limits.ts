const MB = 1024 * 1024;

/** Apart from the others, which every first screen loads. */
export const TEMPLATE_LIMITS = {
  /** Of a mailbox, and of a domain. */
  templates: 200,
  /** Characters of its HTML, without its images. */
  textLength: 100_000,
  nameLength: 100,
  folderLength: 100,
  /** In each of To, Cc and Bcc. */
  recipients: 100,
  /** Different ones in its subject and text: each may be asked for. */
  fields: 100,
  images: 20,
  /** Of the images of one template together. */
  imageBytes: 2 * MB,
  /** Of the images of all templates of a domain, with those of their earlier versions. */
  domainImageBytes: 20 * MB,
  /** Of a file that a template is made of. */
  fileBytes: 10 * MB,
} as const;

/** What the text of a template of a domain names its images by, before their ids. */
export const DOMAIN_IMAGES = '/api/v2/domain-templates/images/';
