/** Bytes of two codecs that are too long to write here as code. */

/** Three cartons on a warehouse floor, 320 by 214. */
export const cartonsJpeg = Buffer.from(
  [
    '/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAAwICQsJCAwLCgsODQwOEh4UEhEREiUbHBYeLCcuLisnKyoxN0Y7MTRCNCorPVM+',
    'QkhKTk9OLztWXFVMW0ZNTkv/2wBDAQ0ODhIQEiQUFCRLMisyS0tLS0tLS0tLS0tLS0tLS0tLS0tLS0tLS0tLS0tLS0tLS0tL',
    'S0tLS0tLS0tLS0tLS0v/wAARCADWAUADASIAAhEBAxEB/8QAGwABAAIDAQEAAAAAAAAAAAAAAAEFAwQGAgf/xABBEAEAAQIB',
    'AwwQBgMBAAAAAAAAAgEDBAUGERITFBUzNFRxkrGy0RYhMTU2UVNyc3SCkZOio9JBUmGBweEiRGTC/8QAGgEBAAMBAQEAAAAA',
    'AAAAAAAAAAECAwQFBv/EACURAQACAQMFAQEAAwEAAAAAAAABAhEDE1ESFCExMkEEIkJhUv/aAAwDAQACEQMRAD8A+hCR0udA',
    'kBAkBAkBAkBAkBAkBAkBAkBAkBAkBAkBAkBAkBAkBAkBAGmittStfqcJisz6gDtJTW0WjMTlExMe0CRIgSAgBCcAAYAAwABg',
    'ADAAGAAMAAYAAwABgADAAGAAMAAYAAwGkRVh/Rq7WnNv1fTp12witdID5+1ptObT5ejEREYgTSqBfS1baVuqqt6ReMS9BTuD',
    '6Kl4vWLR+vOmuJwALIwkQISkQAkQAkQAkQAkQAkQAkQAkQAkQAkQAkQAkQAkQAkQAl5r3UorRx/2Um+l4/PLbRnFvKAHhu4A',
    'TEZ8Qh6j3Eo0D6LRrNNOKy8689VplIgaqpAQsAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA81p4kaKvY4tT+LTvOY8Nq61o8POiq',
    'aU0JF9H+XT0pzHmVb6lreAB1MwAABCQAAAAAAAAAAAAAAAAAAABW5w4q9gsj4i/h56i7DU6mWildGmVKfjxrJUZ2eD+K9jpx',
    'UvOKytWP8oUNrKGX7tuFyOOtaJxpKmmEfx9l62ZnBw+1yI/anBbzsejjzMzzN2/Lu268MGzM4OH2uRH7TZmcHD7XIj9rOG7f',
    'lO3Xhg2ZnBw+1yI/ay0yxlGNKRniKVnTtSrSEe3X3PTRubpLjqbt+ZNuvDd26x/l/kj1MOzM4OH2uRH7WssDdvzJt14YNmZw',
    'cPtciP2mzM4OH2uRH7WcN2/Jt14YNmZwcPtciP2mzM4OH2uRH7WcN2/Jt14WWamPxOUMnXLuLua5ON6saV1NKdrRGv4ca6c5',
    'mL3ovesS6MXRvS05maRlw3jFpAGigAqkBW5w4q9gsj4i/h56i7DU6mWildGmVKfjxomcRlMRmcLIcNbyrl25CM6Y23olSlaa',
    'bcftetssvcOt/Dj9rDuaNtiztxxG2WXuHW/hx+02yy9w638OP2nc0NiztxxG2WXuHW/hx+1O3uU4/wCMsTSsqdqtaW4933Hc',
    '0NizthxO32UuE/Tj1I2yy9w638OP2nc0NiztxxG2WXuHW/hx+02yy9w638OP2nc0NiztxxG2WXuHW/hx+02yy9w638OP2nc0',
    'NiztxS5qY/E5Qydcu4u5rk43qxpXU0p2tEa/hxrpvW0WjMMZjE4AEoAAFRnZ4P4r2OnFbqjOzwfxXsdOKt/mVq/UKTBbzsej',
    'jzMzDgt52PRx5mZ5L0AASNG5ukuOreaNzdJcdQeVgr1gAAAADZzF70XvWJdGLo3OZi96L3rEujF0b1dL4h5+p9SALqACFsCo',
    'zs8H8V7HTit1RnZ4P4r2OnFW/wAymv1DmsLva15lOZlYsLva15lOZleU9AAQDQubpLjq32hc3SXHUHlYq5YgAAA1tsMN5X5a',
    '9SRe5i96L3rEujF0bjs1Ms4HJ+TrlrF39bnK9WVKaiVe1ojT8KfouuyfJHC/pT6npad6xWMy4r1mbT4W4qOyfJHC/pT6jsny',
    'Rwv6U+pfrryp0W4W4quyTJXCvpz6kdkuSaf7f059SNynKei3C2VGdng/ivY6cTsnyRwv6U+pW5w5dydjcj4ixh8Rq7s9TqY6',
    'iVNOiVK/jT9EXvWaz5TWs5jw1sFvOx6OPMzMOC3nY9HHmZnmO0AEjRubpLjq3mjc3SXHUHlYK9YAAAAA2cxe9F71iXRi6Nzm',
    'Yvei96xLoxdG9TT+IcF/qQBdXAAhIqM7PB/Fex04rdUZ2eD+K9jpxVv8ytX3DmsLva15lOZlYsLva15lOZleW7gBANC5ukuO',
    'rfaFzdJcdQeVirliAAAp8FCErVayjGtdV+NFwqcBuNfO/iifxDNrNvycOTQ1m35OHJo9gl41m35OHJoazb8nDk0ewFc9W6Ur',
    'ONK9ula0eXq3ukeOiBuazb8nDk0YcVbhGxKsYRpXtdulP1bLDjN7z/bnTBK4wW87Ho48zMw4Ledj0ceZmEAAkaNzdJcdW80b',
    'm6S46g8rBXrAAAAAGzmL3ovesS6MXRuczF70XvWJdGLo3p6fxDhv9SALqgCEiozs8H8V7HTit1RnZ4P4r2OnFW/zK1fcOawu',
    '9rXmU5mViwu9rXmU5mV5jtAEA0Lm6S46t9oXN0lx1B5WKuWIAACpwG4187+KLZU4Dca+d/FE/h+tkBAAArnq3ukeOjy9W90j',
    'x0BvsOM3vP8AbnZmHGb3n+3OmPZK4wW87Ho48zMw4Ledj0ceZmEAAkaNzdJcdW80bm6S46g8rBXrAAAAAGzmL3ovesS6MXRu',
    'czF70XvWJdGLo3pafzDiv9SALqgCFhUZ2eD+K9jpxW6ozt8H8V7HTirf5lNfcOawu9rXmU5l7gMh7Mwlu/sjUavT/jqNOjRW',
    'tPH+iiwu9rXmU5naZB702Pa6VXFpVi1sS6NS01rmFf2M/wDX9P8As7Gf+v6f9ugG+1Thhu35c3iM3tYw927srVa3CstGt6NO',
    'imnxuVubpLjq+jZQ3hifRS5qvnNzdJcdWGrWKzGG2labR5eVirlixagACpwG4187+KLZU4Dca+d/FE/h+tkdNmX/ALnsf+nT',
    'NqaXVGcsbavTOMPmY+mC2x/1G9/x8iere6R46NrLHffHesXOlVq290jx0c8+Jbx5b7DjN7z/AG52Zhxm95/tzkeyVxgt52PR',
    'x5lhZyfir9uly1a1UJdyuqpT+Vfgt52PRx5nW5G722fa6VWmnWLTiWd7TWMwpdqcb5H549ZtTjfI/PHrdONtmrHes5eeTMXb',
    'hKcrOiMaVrWuqp3Pepbm6S46u7xu8sR6OXM4S5ukuOrLUpFZ8NtO82jy8rBXrBk0AAAAbOYvei96xLoxdG53MXvRe9Yl0Yui',
    'ejp/MOS3sAXVAEJFRnZ4P4r2OnFbqjO3wfxXsdOKtvmUx7c1hd7WvMpzO0yD3pse10quLwu9rXmU5m3bxeItQpC3iLsI07kY',
    'zrSlHDS/ROXRevVGHcjiNnYvhV/4lTZ2L4Vf+JVtvxwy2Z5dflDeGJ9FLmq+c3N0lx1W0sbipxrGWJvVjWmitK3K6K0VNzdJ',
    'cdWWpfrlpp06YeVirliyaAACpwG4187+KLZU4Dca+d/FE/h+uvzL/wBz2P8A06ZxWb+VbGTNka/C5LXNTo1FKV7mnx1/Vcdl',
    'WB8liOTHrdWnesViJlzalLTaZiF6KLsqwPksRyY9Z2VYHyWI5Metfcrypt24cXljvvjvWLnSq1be6R46MuPvRxOOxN+FK0jd',
    'uynSle7orWtWK3ukeOjin2649N9hxm95/tzszDjN7z/bnI9plcYLedj0ceZ1uRu9tn2ulVyWC3nY9HHmWuGyrfw1iNqELdYx',
    '06K1pXT3dPja6dorbMs9Ss2jEOlHP7e4n8ln3V6zb3E/ks+6vW23qsNqy5xu8sR6OXM4S5ukuOq/u5ZxF21O3KFqlJxrGuil',
    'fx/dQXN0lx1Y6t4tPhtp1mseXlYK9YMmoAAADZzF70XvWJdGLo3O5i96L3rEujF0T0KfMOW3sAXVVnZDkzhP05dR2Q5M4T9O',
    'XU4YadEMuuXc9kOTOE/Tl1K3OLLGBxmRsRYw97V3Z6nUx1EqadEqV8TmBE6cTGExqTD1ayhO3ahDY8q6mNKadP8AT1tnPg0u',
    'V/TGMO1ry07i3DJtnPg0uV/RtnPg0uV/TGHa15O4twybZz4NLlf0avV/5V7VZdvR4mMO1rydxPDJpp46G2c+DS5X9MYdrXk7',
    'ieGTbOfBpcr+jbOfBpcr+mMO1rydxbhk2znwaXK/piwG4187+KJYdjQ8clL/AM0/6rV1/wD03ho7Gh45GxoeOSnbXX36t4aO',
    'xoeORsaHjkdtc36vD1b3SPHR71qPjqVtRrTRpqjttRO/RuMOM3vP9udr7Gh45GxoeOSe2ujfqtsNlLCW8NahK7olGFKVpqa9',
    '3RxMm2uD8t8supS7Gh45GxoeOR210b9V1trg/LfLLqNtcH5b5ZdSl2NDxyZNbh+SPuWj+W0+0Trx+LbbXB+W+WXUx1nG5Ws4',
    '10xl26V/RW63D8kfc90nKlKUpKtKU7lNKe1nk7iOG+yba4Py3yy6lbrk/wA8vex63D8kfcdrPJ3EcLbbXB+W+WXUba4Py3yy',
    '6lTrcPyR9xrcPyR9x2s8o7iOFttrg/LfLLqNtcH5b5ZdSp1uH5I+41uH5I+47WeTuI4dBmjlTB4HJty3ib2onW9WVKamte1q',
    'Y+Kn6LvshyZwn6cupwtKUj3KUpxJdNdOIjEsZ1JmXc9kOTOE/Tl1HZDkzhP05dThhbohHXIAuoAAAAAAAAAAAAAAAAAAAAAA',
    'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA/9k=',
  ].join(''),
  'base64',
);

/** VP8 key frames, 160 by 120: a carton moves along a belt. */
export const beltFrame1 = Buffer.from(
  [
    'sAsAnQEqoAB4AD8lkr9aLiwmpCO6qMnAJIlnbt1ebgYkd0Qux3Tlejnux3PlvXcgfz6fDsNZ/H1IdDsprXJBE5m7uPlei6Wt',
    '9Tcu/uVOiu86ix7IldsznZV0WxWbQ27bTzQfL0UAAP7q1khN2HfoPi1A5qre2JzTHp1Xkkt+HNJWAE62xIvwSSqO3fnE6QFz',
    'uBzNiVHBgwSQVAD1PgcC21Yef0DUU7OcSvIw5PMc6TxMVCwvS6tJ0f1pnvBQClnKkNKgxDt50Ef5oCouX/CB5QFJCqrOzUMX',
    '5nGII7SOnhwXh5E1L/aq0FEPtlIcSHEMf9V04AAAAAAAAA==',
  ].join(''),
  'base64',
);

export const beltFrame2 = Buffer.from(
  [
    '8AsAnQEqoAB4AD8lkr5aLiumJCO46MnAJIlnbt1eJf/4BhMzS6IXXckw12IXXGJkSNb+/ihd7g+Y+NwfIn2t5MUlRddT24+W',
    'wDN2y4joe+2bS2XDcOkQHMJXrZScTX5kErFDuMdxaAAA/urWRsnel9yfpEA1WU2UeoE3jpVxUalkSIgApgnINtQRkQvAZpdY',
    'TY6Bzj3F9wzrJ6ReyAUSRgdgBJJku/tYDhgfEZ/BHc4VSw6E5Ji7rvc+x2LSO41x2zMrTcAKSwfVUYtclBjx27KeAOniaKY+',
    'aIvjYQZugoyaRPfH72umwWQu2CFI+XKlBkPO+6rLCxSrY2oCfkAAAA==',
  ].join(''),
  'base64',
);

export const beltFrame3 = Buffer.from(
  [
    '8AsAnQEqoAB4AD8lkr5ZriumI6R9GLHAJIlnbt1dTirARuMDRT7bcOtiOXzJGL9TwvjUcgHLSsH3JcFlDHkma1OhmgxwWyVY',
    'uzoPNgNuTeAy5M/nfOzPtNgdr5Hf7SqNNFc9KozbaGAA/urWQ7HuD8RhoKtMBZhvTKyeKQoTULhlHyJTM5WuxKVXb2tYlDvV',
    'kn07ih+ESMLjRIAED178X83myGfSNSSjBOUvppIbJQBodaRBOwv1ts/B2LSO409IyfwjEBDkLClrNsMhl1RNwg5T8j7Gz/Fh',
    'UF2k2ZhOw5U+9Zm5glaldBZ0feIy2reamIRUbpJqv6DM4NH0sqHn0HdOqZki6QAA',
  ].join(''),
  'base64',
);

export const beltFrame4 = Buffer.from(
  [
    'EAwAnQEqoAB4AD8lksFZrisnI6O8aQHAJIlnbt1duCsAOqw/RT8PpBF3ElRwzzVVcXc4esD6ZqAanmh7tX78UA6dubvuPozb',
    'vMSjs96Tvs2avt5a1OD3P6/pt5DJJKQZhzs8h3oE6IAAAP7q1kVFFH/QfFqCHUNMV3qehUWxj44IBJEzqoq5GDWWnze7/FBk',
    'fILBrjszCsEzvEqZMKNVYxU3LN1dhTgEBAyMRos5J9x/K1Iv19WrzFHbw4yyKb1AmD6qf6Isjzsz5ngyWM7Dpyn4PNHLi7ht',
    'yaiUxv98tj/Wg66FGYAAMAmgAAAAAA==',
  ].join(''),
  'base64',
);
