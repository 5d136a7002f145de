"""A small world of its own: two apps and four templates, so that tests do not follow the bundled ones."""

MAIL = """
app: mail
name: [Mail]
icon: mail
group: social
platforms: [phone, desktop]
home: inbox
tabs: [inbox, sent]
tables: {mails: person, contacts: person}
views:
  inbox:
    title: Inbox
    icon: inbox
    sections:
      - {layout: list, table: mails, where: {folder: inbox}, item: {head: sender, sub: subject}, tap: mail,
         flags: {unread: unread}, actions: [star]}
    actions: [compose]
  sent:
    title: Sent
    icon: send
    sections: [{layout: list, table: mails, where: {folder: sent}, item: {head: to, sub: subject}, tap: mail}]
  mail:
    record: mails
    title: subject
    sections:
      - {layout: fields, fields: [[From, sender], [To, sender_email], [Date, time]]}
      - {layout: text, text: [body]}
    actions: [reply, remove]
  compose:
    title: Write
    sections:
      - layout: form
        inputs:
          to: {label: To, type: email}
          body: {label: Message, type: message, kind: multiline}
          rank: {label: Status, kind: select, options: [Open, Done]}
    actions: [send]
actions:
  compose: {label: Write, icon: pencil, style: fab, goto: compose}
  reply: {label: Reply, icon: reply, goto: compose, fill: {to: sender_email}}
  star: {label: Favorites, icon: star, style: toggle, toggle: starred}
  remove: {label: Delete, icon: trash, style: danger, delete: true, goto: back,
           confirm: {title: Delete, yes: Delete}}
  send: {label: Send, icon: send, style: primary, require: [to],
         add: {table: mails, fields: {folder: sent, to: $to, subject: $body, body: $body, time: now}},
         goto: back}
words: {Write: same}
"""
BOOK = """
app: contacts
name: [Contacts]
icon: users
group: social
platforms: [phone, desktop]
home: list
tabs: [list, options]
tables: {contacts: person}
views:
  list:
    title: Contacts
    icon: users
    sections: [{layout: list, table: contacts, item: {head: name, sub: relation}, tap: card}]
  card:
    record: contacts
    title: name
    sections: [{layout: fields, fields: [[Phone, phone], [Email, email]]}]
    actions: []
  options:
    title: Settings
    icon: settings
    sections: [{layout: settings, rows: [{head: =Dark, switch: dark}]}]
words: {Dark: same}
"""
TEMPLATES = """
- id: write
  group: social
  apps: [contacts, mail]
  platforms: [phone, desktop]
  pick: {c: {app: contacts, table: contacts}}
  goal:
    en: Send {c.name} a mail that says "{hello}".
    de: Schicke {c.name} eine Mail mit dem Text „{hello}“.
  say: {hello: {en: See you soon, de: Bis bald}}
  script:
    - open: contacts
    - tap: c
    - read: {mail: c.email}
    - open: mail
    - do: compose
    - type: {to: $mail, body: hello}
    - do: send
  check:
    - {app: mail, table: mails, has: {folder: sent, to: c.email, body: hello}}
- id: third
  group: social
  apps: [mail]
  platforms: [phone, desktop]
  pick: {m: {app: mail, table: mails, where: {folder: inbox}, nth: 3}}
  goal: {en: Delete the third mail of the inbox.}
  script: [{open: mail}, {tap: m}, {do: remove}]
  check: [{record: m, gone: true}]
- id: dark
  group: system
  apps: [contacts]
  platforms: [phone, desktop]
  goal: {en: Turn the dark theme of Contacts on., zh: 打开通讯录的深色主题。}
  script: [{open: contacts}, {tab: options}, {switch: dark}]
  check: [{setting: contacts/dark, is: "on"}]
- id: ask
  group: life
  apps: [contacts]
  platforms: [phone]
  pick: {c: {app: contacts, table: contacts}}
  goal: {en: "What is the phone number of {c.name}?"}
  script: [{open: contacts}, {tap: c}, {read: {n: c.phone}}, {answer: $n}]
  check: [{answer: c.phone}]
"""
