/** For tests whose page comes from our own server, which nobody has to ask what it offers. To be imported before `#headless`. */
document.head.append(Object.assign(document.createElement('meta'), { name: 'voltdesk-server', content: '/jeecg-boot' }))
